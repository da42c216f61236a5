/*
 * sandbox_client.h - requests to a sandbox's server that are waited for.
 *
 * Making and ending a sandbox is a list of steps one after the other, done
 * before there is a screen; so here, and only here, a request runs the loop
 * until its end. SIGINT, SIGTERM and SIGHUP end the wait, and every later one.
 */
#ifndef SERVER_SANDBOX_CLIENT_H
#define SERVER_SANDBOX_CLIENT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "base/err.h"
#include "base/mem.h"

struct sandbox_client;
struct json_object;

int sandbox_client_new(const char *socket, struct sandbox_client **ret, struct err *err);
void sandbox_client_free(struct sandbox_client *client);
DEFINE_AUTOFREE(sandbox_client, sandbox_client_free)

/* Waits until the server answers. -1: the daemon has ended, or did not answer in time. */
int sandbox_client_ready(struct sandbox_client *client, pid_t daemon, unsigned timeout_ms,
			 struct err *err);
/* Whether there is something at the path (below /1.0). */
bool sandbox_client_has(struct sandbox_client *client, const char *path);
/* What is there, for the caller to put; NULL: see err. */
struct json_object *sandbox_client_get(struct sandbox_client *client, const char *path,
				       struct err *err);
/* Sends the body, which is put, and waits for the end of its operation. timeout_ms 0: ten minutes. */
int sandbox_client_send(struct sandbox_client *client, const char *method, const char *path,
			struct json_object *body, unsigned timeout_ms, struct err *err);
/* POSTs the whole file, which is read from its beginning. */
int sandbox_client_upload(struct sandbox_client *client, const char *path, FILE *file,
			  struct err *err);
/* The signal that ended the waiting; 0: none did. */
int sandbox_client_signal(const struct sandbox_client *client);

#endif
