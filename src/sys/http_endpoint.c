#include "sys/http_endpoint.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>
#include <sys/un.h>

#include "base/xdg.h"

#define PEM_MAX (64u << 10)	/* bytes; one certificate has a thousand or two */

/* "-----BEGIN CERTIFICATE-----", and its other names. */
static bool
is_certificate(const char *begin)
{
	const char *end = strstr(begin, "CERTIFICATE-----");

	return end && !memchr(begin, '\n', (size_t)(end - begin));
}

/*
 * More than one certificate in the file would each be trusted, and one of them
 * might be an authority, which vouches for others.
 */
static int
check_pinned(const char *path, struct err *err)
{
	autofree_mem char *text = NULL;
	unsigned n = 0;
	size_t len;

	if (xdg_read_file(path, PEM_MAX, &text, &len, err) < 0) {
		err->kind = ERR_UNREACHABLE;
		return -1;
	}
	for (const char *at = text; (at = strstr(at, "-----BEGIN ")); at++)
		n += is_certificate(at);
	if (n != 1)
		return err_set_kind(err, ERR_UNREACHABLE,
				    "%s holds %u certificates, not the server's one", path, n);
	return 0;
}

int
http_endpoint_check(const struct http_endpoint *endpoint, struct err *err)
{
	struct sockaddr_un address;

	if (endpoint->socket) {
		if (strlen(endpoint->socket) < sizeof(address.sun_path))
			return 0;
		return err_set_kind(err, ERR_USAGE,
				    "the path of the socket %s is longer than %zu bytes",
				    endpoint->socket, sizeof(address.sun_path) - 1);
	}
	if (!endpoint->url || strncasecmp(endpoint->url, "https://", 8) != 0)
		return err_set_kind(err, ERR_USAGE, "%s is no https:// address",
				    endpoint->url ? endpoint->url : "nothing");
	return endpoint->server_cert ? check_pinned(endpoint->server_cert, err) : 0;
}
