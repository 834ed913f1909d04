// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // POLLRDHUP
#include "CCurl.h"
#include <curl/curl.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

static volatile sig_atomic_t stopped;

static int watched = -1;

void curl_stop(void) { stopped = 1; }
void curl_stop_at_hangup(int descriptor) { watched = descriptor; }

int curl_is_stopped(void) {
    // A negative descriptor has no events.
    struct pollfd peer = {watched, POLLRDHUP, 0};
    if (!stopped && poll(&peer, 1, 0) > 0) stopped = 1;
    return stopped;
}

static struct {
    void *library;
    CURL *(*init)(void);
    void (*reset)(CURL *);
    CURLcode (*setopt)(CURL *, CURLoption, ...);
    CURLcode (*perform)(CURL *);
    CURLcode (*getinfo)(CURL *, CURLINFO, ...);
    struct curl_slist *(*append)(struct curl_slist *, const char *);
    void (*free_all)(struct curl_slist *);
    CURL *easy;
} curl;

static const char *trouble;

const char *curl_trouble(void) { return trouble ? trouble : ""; }

static int load(void) {
    if (curl.easy) return 1;
    static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
    for (size_t i = 0; !curl.library && i < sizeof names / sizeof *names; i++)
        curl.library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!curl.library) {
        trouble = dlerror();
        return 0;
    }
    *(void **)&curl.init = dlsym(curl.library, "curl_easy_init");
    *(void **)&curl.reset = dlsym(curl.library, "curl_easy_reset");
    *(void **)&curl.setopt = dlsym(curl.library, "curl_easy_setopt");
    *(void **)&curl.perform = dlsym(curl.library, "curl_easy_perform");
    *(void **)&curl.getinfo = dlsym(curl.library, "curl_easy_getinfo");
    *(void **)&curl.append = dlsym(curl.library, "curl_slist_append");
    *(void **)&curl.free_all = dlsym(curl.library, "curl_slist_free_all");
    if (!curl.init || !curl.reset || !curl.setopt || !curl.perform || !curl.getinfo || !curl.append || !curl.free_all) {
        trouble = "the library has not what curl_easy_perform needs";
        return 0;
    }
    curl.easy = curl.init();
    if (!curl.easy) trouble = "curl_easy_init failed";
    return curl.easy != NULL;
}

struct sink {
    struct curl_reply *reply;
    size_t limit, headers;
    int overflows;
};

static size_t take_body(char *part, size_t one, size_t count, void *context) {
    struct sink *sink = context;
    struct curl_reply *reply = sink->reply;
    size_t size = one * count;
    if (size > sink->limit - reply->size) {
        sink->overflows = 1;
        return 0;
    }
    unsigned char *body = realloc(reply->body, reply->size + size + 1);
    if (!body) return 0;
    memcpy(body + reply->size, part, size);
    reply->body = body;
    reply->size += size;
    return size;
}

// The value of a header up to the semicolon or the end of the line, if it fits.
static void keep(char *place, size_t room, const char *line, size_t size, const char *name, char end) {
    size_t length = strlen(name);
    if (place[0] || size <= length || strncasecmp(line, name, length)) return;
    line += length, size -= length;
    while (size && (*line == ' ' || *line == '\t')) line++, size--;
    size_t count = 0;
    while (count < size && line[count] != end && line[count] != '\r' && line[count] != '\n') count++;
    if (count >= room) return;
    memcpy(place, line, count);
    place[count] = 0;
}

static size_t take_header(char *line, size_t one, size_t count, void *context) {
    struct sink *sink = context;
    size_t size = one * count;
    sink->headers += size;
    if (sink->headers > sink->limit) {
        sink->overflows = 1;
        return 0;
    }
    keep(sink->reply->cookie, sizeof sink->reply->cookie, line, size, "set-cookie:", ';');
    keep(sink->reply->location, sizeof sink->reply->location, line, size, "location:", '\n');
    return size;
}

static int look_up(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
    (void)context, (void)a, (void)b, (void)c, (void)d;
    return curl_is_stopped();
}

// libcurl sends a request again if a connection that it kept has closed meanwhile. The accessory may have had the first one,
// and takes the second for another order.
static curl_socket_t open_once(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)context, (void)purpose;
    long sent = 0;
    curl.getinfo(curl.easy, CURLINFO_REQUEST_SIZE, &sent);
    if (sent > 0) return CURL_SOCKET_BAD;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// What this program talks to is on its own link. A hop limit of one keeps it there, whatever address an accessory named.
static int stay_on_link(void *context, curl_socket_t socket, curlsocktype purpose) {
    (void)context, (void)purpose;
    int one = 1;
    // Each fails for sockets of the other family.
    setsockopt(socket, IPPROTO_IP, IP_TTL, &one, sizeof one);
    setsockopt(socket, IPPROTO_IPV6, IPV6_UNICAST_HOPS, &one, sizeof one);
    return CURL_SOCKOPT_OK;
}

static enum curl_result result(CURLcode code, const struct sink *sink) {
    if (stopped) return CURL_STOPPED;
    if (sink->overflows) return CURL_MALFORMED;
    // A request that a kept connection took with it may have arrived; the failure is that of the second attempt.
    long sent = 0;
    curl.getinfo(curl.easy, CURLINFO_REQUEST_SIZE, &sent);
    switch (code) {
    case CURLE_OK: return CURL_ANSWERED;
    case CURLE_COULDNT_CONNECT:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_INTERFACE_FAILED: return sent > 0 ? CURL_CLOSED : CURL_NOT_CONNECTED;
    case CURLE_OPERATION_TIMEDOUT: return sent > 0 ? CURL_TIMED_OUT : CURL_NOT_CONNECTED;
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_HTTP2:
    case CURLE_BAD_CONTENT_ENCODING: return CURL_MALFORMED;
    default: return CURL_CLOSED;
    }
}

enum curl_result curl_exchange(const struct curl_order *order, size_t limit, struct curl_reply *reply) {
    memset(reply, 0, sizeof *reply);
    if (stopped) return CURL_STOPPED;
    if (!load()) return CURL_MISSING;
    struct sink sink = {reply, limit, 0, 0};
    char interface[32] = "if!", content_type[128] = "Content-Type: ", cookie[600] = "Cookie: ";
    struct curl_slist *headers = curl.append(NULL, "Expect:");
    if (order->content_type) headers = curl.append(headers, strncat(content_type, order->content_type, 100));
    if (order->cookie) headers = curl.append(headers, strncat(cookie, order->cookie, 580));
    // Keeps the connections.
    curl.reset(curl.easy);
    if (order->interface) curl.setopt(curl.easy, CURLOPT_INTERFACE, strncat(interface, order->interface, 20));
    curl.setopt(curl.easy, CURLOPT_SOCKOPTFUNCTION, stay_on_link);
    curl.setopt(curl.easy, CURLOPT_URL, order->url);
    curl.setopt(curl.easy, CURLOPT_CUSTOMREQUEST, order->method);
    if (strcmp(order->method, "GET")) {
        curl.setopt(curl.easy, CURLOPT_POST, 1L);
        curl.setopt(curl.easy, CURLOPT_POSTFIELDS, order->body ? order->body : "");
        curl.setopt(curl.easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)order->size);
        curl.setopt(curl.easy, CURLOPT_OPENSOCKETFUNCTION, open_once);
    }
    curl.setopt(curl.easy, CURLOPT_HTTPHEADER, headers);
    curl.setopt(curl.easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl.setopt(curl.easy, CURLOPT_PROTOCOLS, (long)CURLPROTO_HTTP);
    curl.setopt(curl.easy, CURLOPT_FOLLOWLOCATION, 0L);
    // The environment and the files of a user configure no proxy and no passwords.
    curl.setopt(curl.easy, CURLOPT_PROXY, "");
    curl.setopt(curl.easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    curl.setopt(curl.easy, CURLOPT_NOSIGNAL, 1L);
    curl.setopt(curl.easy, CURLOPT_TIMEOUT_MS, order->milliseconds);
    curl.setopt(curl.easy, CURLOPT_CONNECTTIMEOUT_MS, order->milliseconds);
    curl.setopt(curl.easy, CURLOPT_WRITEFUNCTION, take_body);
    curl.setopt(curl.easy, CURLOPT_WRITEDATA, &sink);
    curl.setopt(curl.easy, CURLOPT_HEADERFUNCTION, take_header);
    curl.setopt(curl.easy, CURLOPT_HEADERDATA, &sink);
    curl.setopt(curl.easy, CURLOPT_XFERINFOFUNCTION, look_up);
    curl.setopt(curl.easy, CURLOPT_NOPROGRESS, 0L);
    CURLcode code = curl.perform(curl.easy);
    curl.getinfo(curl.easy, CURLINFO_RESPONSE_CODE, &reply->status);
    if (code == CURLE_COULDNT_CONNECT) curl.getinfo(curl.easy, CURLINFO_OS_ERRNO, &reply->error);
    curl.free_all(headers);
    return result(code, &sink);
}

void curl_free_reply(struct curl_reply *reply) {
    free(reply->body);
    reply->body = NULL;
    reply->size = 0;
}
