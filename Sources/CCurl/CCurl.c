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
    CURLcode (*getinfo)(CURL *, CURLINFO, ...);
    struct curl_slist *(*append)(struct curl_slist *, const char *);
    void (*free_all)(struct curl_slist *);
    CURLM *(*multi_init)(void);
    CURLMcode (*add_handle)(CURLM *, CURL *);
    CURLMcode (*remove_handle)(CURLM *, CURL *);
    CURLMcode (*multi_perform)(CURLM *, int *);
    CURLMcode (*multi_poll)(CURLM *, struct curl_waitfd *, unsigned, int, int *);
    CURLMsg *(*info_read)(CURLM *, int *);
    CURL *easy;
    // Keeps the connections.
    CURLM *multi;
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
    const struct {
        void *function;
        const char *name;
    } needed[] = {
        {&curl.init, "curl_easy_init"},
        {&curl.reset, "curl_easy_reset"},
        {&curl.setopt, "curl_easy_setopt"},
        {&curl.getinfo, "curl_easy_getinfo"},
        {&curl.append, "curl_slist_append"},
        {&curl.free_all, "curl_slist_free_all"},
        {&curl.multi_init, "curl_multi_init"},
        {&curl.add_handle, "curl_multi_add_handle"},
        {&curl.remove_handle, "curl_multi_remove_handle"},
        {&curl.multi_perform, "curl_multi_perform"},
        {&curl.multi_poll, "curl_multi_poll"},
        {&curl.info_read, "curl_multi_info_read"},
    };
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        *(void **)needed[i].function = dlsym(curl.library, needed[i].name);
        if (*(void **)needed[i].function) continue;
        trouble = "the library has not what a request needs";
        return 0;
    }
    curl.multi = curl.multi_init();
    if (curl.multi) curl.easy = curl.init();
    if (!curl.easy) trouble = "curl_multi_init or curl_easy_init failed";
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

// Looks every 200 ms whether it is stopped. A callback for progress does not serve: libcurl 8.23 calls none while it connects.
static CURLcode perform(void) {
    CURLcode code = CURLE_FAILED_INIT;
    if (curl.add_handle(curl.multi, curl.easy) != CURLM_OK) return code;
    int running = 1, left;
    while (running && !curl_is_stopped()) {
        if (curl.multi_perform(curl.multi, &running) != CURLM_OK) break;
        if (running && curl.multi_poll(curl.multi, NULL, 0, 200, NULL) != CURLM_OK) break;
    }
    for (CURLMsg *message; (message = curl.info_read(curl.multi, &left));)
        if (message->msg == CURLMSG_DONE) code = message->data.result;
    curl.remove_handle(curl.multi, curl.easy);
    return code;
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
    curl.reset(curl.easy);
    if (order->interface) curl.setopt(curl.easy, CURLOPT_INTERFACE, strncat(interface, order->interface, 20));
    curl.setopt(curl.easy, CURLOPT_SOCKOPTFUNCTION, stay_on_link);
    curl.setopt(curl.easy, CURLOPT_URL, order->url);
    curl.setopt(curl.easy, CURLOPT_CUSTOMREQUEST, order->method);
    if (strcmp(order->method, "GET")) {
        curl.setopt(curl.easy, CURLOPT_POST, 1L);
        curl.setopt(curl.easy, CURLOPT_POSTFIELDS, order->body ? order->body : "");
        curl.setopt(curl.easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)order->size);
    }
    if (order->once) curl.setopt(curl.easy, CURLOPT_OPENSOCKETFUNCTION, open_once);
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
    CURLcode code = perform();
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
