// SPDX-License-Identifier: Apache-2.0
// Requests to an accessory's web server, by libcurl. The library is loaded by the first request, so that a program which
// shares its file with others costs those nothing.
#pragma once
#include <stddef.h>

/// Strings of C; a missing one is NULL. The interface's name binds the connection to it, whatever the routes are.
struct curl_order {
    const char *interface;
    const char *url;
    const char *method;
    const char *content_type;
    const char *cookie;
    const void *body;
    size_t size;
    long milliseconds;
    /// Whether it is not to be sent again if the connection closes.
    int once;
};

/// The body belongs to the caller, who frees it with curl_free_reply.
struct curl_reply {
    long status;
    unsigned char *body;
    size_t size;
    char cookie[512];
    char location[512];
    /// The error number of a connection that failed, such as ECONNREFUSED; 0 if there is none.
    long error;
};

enum curl_result {
    CURL_ANSWERED,
    CURL_NOT_CONNECTED,
    CURL_TIMED_OUT,
    CURL_CLOSED,
    CURL_MALFORMED,
    /// curl_stop was called.
    CURL_STOPPED,
    /// libcurl cannot be loaded; curl_trouble says why.
    CURL_MISSING,
};

/// One request, and the whole answer to it, of at most `limit` bytes. Connections stay open for the next one.
enum curl_result curl_exchange(const struct curl_order *, size_t limit, struct curl_reply *);
void curl_free_reply(struct curl_reply *);

/// The reason why libcurl cannot be loaded.
const char *curl_trouble(void);

/// Ends the request that runs, and all later ones. May be called by a signal's handler.
void curl_stop(void);
/// The same as soon as the peer of this socket is gone.
void curl_stop_at_hangup(int descriptor);
int curl_is_stopped(void);
