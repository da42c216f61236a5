#include "sys/http_endpoint.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/un.h>

/*
 * More than one certificate in the file would each be trusted, and one of them
 * might be an authority, which vouches for others.
 */
static int
check_pinned(const char *path, struct err *err)
{
	FILE *file = fopen(path, "re");
	char line[256];
	unsigned n = 0;

	if (!file)
		return err_sys(err, "open %s", path);
	while (fgets(line, sizeof(line), file))
		n += strstr(line, "-----BEGIN ") && strstr(line, "CERTIFICATE-----");
	fclose(file);
	if (n != 1)
		return err_set(err, "%s holds %u certificates, not the server's one", path, n);
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
