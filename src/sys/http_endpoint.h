/*
 * http_endpoint.h - whether an endpoint can be used at all, before anything is sent.
 *
 * For http.c.
 */
#ifndef SYS_HTTP_ENDPOINT_H
#define SYS_HTTP_ENDPOINT_H

#include "base/err.h"
#include "sys/http.h"

int http_endpoint_check(const struct http_endpoint *endpoint, struct err *err);

#endif
