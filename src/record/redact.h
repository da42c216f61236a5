/*
 * redact.h - a recording that can be shown to strangers.
 *
 * Host names, paths, addresses, serial numbers and instance names are replaced
 * by stand-ins: "host-1", "/path-2", "address-1", "serial-1", "instance-1". The
 * same name always has the same stand-in, so the recording still hangs
 * together. An instance of ours keeps its shape psc-XXXXXXXX-NNN, and the run's
 * id is replaced with it. Times, sizes, drivers, versions, pool names (unless
 * they are paths) and images' names and fingerprints stay.
 *
 * Which text is what stands in the rows of fields.h. In free text, such as a
 * server's error, anything that looks like one of these is replaced, rather too
 * much than too little: "6.1.0.4" may be an address, "a.b.example" a host.
 */
#ifndef RECORD_REDACT_H
#define RECORD_REDACT_H

#include "record/event.h"

struct redactor;

struct redactor *redactor_new(void);
void redactor_free(struct redactor *redactor);
DEFINE_AUTOFREE(redactor, redactor_free)

/* A host's name that is in no recording but may be in a text: this machine's own. */
void redactor_know_host(struct redactor *redactor, const char *name);

/* Replaces what is in the event, which must own its texts. The header comes first, as in a recording. */
void redact_event(struct redactor *redactor, struct event *event);

#endif
