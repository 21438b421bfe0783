/* strata-waits.c - which slices wait, and which run a queue of messages
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-waits.h"

#include <string.h>

/* A name is split into its class and its method, whatever separates them: Java
 * ("android.os.MessageQueue.next ()V", with slashes in old files), C++ ("Looper::pollOnce
 * (int)"), or a plain marker ("WaitForTargetFPS"). Packages are not looked at. Verbs that
 * always wait decide for any class; the others need theirs: Queue.poll does not wait. */

typedef struct
{
  const char *text;
  gsize n_bytes;
} Word;

static const struct
{
  const char *class_name; /* NULL for a name without a class */
  const char *method;     /* NULL for any */
  StrataWaitKind kind;
} known[] = {
  { "MessageQueue", "next", STRATA_WAIT_QUEUE },
  { "MessageQueue", "nativePollOnce", STRATA_WAIT_QUEUE },
  { "NativeMessageQueue", "pollOnce", STRATA_WAIT_QUEUE },
  { "Looper", "pollOnce", STRATA_WAIT_QUEUE },
  { "Looper", "pollInner", STRATA_WAIT_QUEUE },
  { "Looper", "pollAll", STRATA_WAIT_QUEUE },
  { NULL, "nativePollOnce", STRATA_WAIT_QUEUE },
  { NULL, "pollOnce", STRATA_WAIT_QUEUE },
  { NULL, "pollInner", STRATA_WAIT_QUEUE },
  { NULL, "pollAll", STRATA_WAIT_QUEUE },
  { NULL, "ALooper_pollOnce", STRATA_WAIT_QUEUE },
  { NULL, "ALooper_pollAll", STRATA_WAIT_QUEUE },
  { NULL, "epoll_wait", STRATA_WAIT_QUEUE },
  { NULL, "epoll_pwait", STRATA_WAIT_QUEUE },
  { NULL, "epoll_pwait2", STRATA_WAIT_QUEUE },
  { NULL, "__epoll_pwait", STRATA_WAIT_QUEUE },
  { NULL, "uv__io_poll", STRATA_WAIT_QUEUE },
  { "EventQueue", "GetEvent", STRATA_WAIT_QUEUE },
  { "EventQueueBase", "GetEvent", STRATA_WAIT_QUEUE },
  { "EpollIoWaiter", "WaitFor", STRATA_WAIT_QUEUE },
  { "NoneIoWaiter", "WaitFor", STRATA_WAIT_QUEUE },
  { "DeamonIoWaiter", "WaitFor", STRATA_WAIT_QUEUE },
  { "MessagePumpForUI", "Run", STRATA_WAIT_LOOP },
  { "MessageLoopAndroid", "Run", STRATA_WAIT_LOOP },
  { "EventRunner", NULL, STRATA_WAIT_LOOP },
  { "EventRunnerImpl", NULL, STRATA_WAIT_LOOP },
  { "EventInnerRunner", NULL, STRATA_WAIT_LOOP },
  { NULL, "EventRunner", STRATA_WAIT_LOOP },
  { "Looper", "loop", STRATA_WAIT_LOOP },
  { "Looper", "loopOnce", STRATA_WAIT_LOOP },
  { "Handler", "dispatchMessage", STRATA_WAIT_DISPATCH },
  { "EventHandler", "DistributeEvent", STRATA_WAIT_DISPATCH },
  { "Thread", "join", STRATA_WAIT_OTHER },
  { "Linux", "poll", STRATA_WAIT_OTHER },
  { "BlockGuardOs", "poll", STRATA_WAIT_OTHER },
  { "ForwardingOs", "poll", STRATA_WAIT_OTHER },
  { "ReferenceQueue", "remove", STRATA_WAIT_OTHER },
  { "poll", "server", STRATA_WAIT_OTHER }, /* "HIDL::ISensors::poll::server" */
  { "poll", "client", STRATA_WAIT_OTHER },
  { "Unsafe", "park", STRATA_WAIT_OTHER },
  { NULL, "poll", STRATA_WAIT_OTHER },
  { NULL, "ppoll", STRATA_WAIT_OTHER },
  { NULL, "select", STRATA_WAIT_OTHER },
  { NULL, "pselect6", STRATA_WAIT_OTHER },
  { NULL, "nanosleep", STRATA_WAIT_OTHER },
  { NULL, "clock_nanosleep", STRATA_WAIT_OTHER },
  { NULL, "usleep", STRATA_WAIT_OTHER },
  { NULL, "futex_wait", STRATA_WAIT_OTHER },
  { NULL, "__futex_wait_ex", STRATA_WAIT_OTHER },
  { NULL, "pthread_cond_wait", STRATA_WAIT_OTHER },
  { NULL, "pthread_cond_timedwait", STRATA_WAIT_OTHER },
  { NULL, "pthread_join", STRATA_WAIT_OTHER },
  { NULL, "sem_wait", STRATA_WAIT_OTHER },
  { NULL, "sem_timedwait", STRATA_WAIT_OTHER },
};

static gboolean
is_word (Word word,
         const char *text)
{
  return text != NULL && strlen (text) == word.n_bytes && strncmp (text, word.text, word.n_bytes) == 0;
}

/* "wait", "waitFor…", "Wait for …", "waiting for …", but not "waiter" or "parked". */
static gboolean
begins_with_verb (Word word,
                  const char *verb)
{
  const gsize n_bytes = strlen (verb);

  if (word.n_bytes < n_bytes || g_ascii_strncasecmp (word.text, verb, n_bytes) != 0 || g_ascii_isupper (word.text[1]))
    return FALSE;

  return word.n_bytes == n_bytes || !g_ascii_islower (word.text[n_bytes]);
}

static gboolean
is_separator (char c)
{
  return c == '.' || c == '/' || c == ':' || c == '#' || c == ';';
}

/* The last word of @text, and what is before it. */
static Word
take_last_word (const char *text,
                gsize *n_bytes)
{
  gsize end = *n_bytes;

  while (end > 0 && is_separator (text[end - 1]))
    end--;

  gsize begin = end;

  while (begin > 0 && !is_separator (text[begin - 1]))
    begin--;

  *n_bytes = begin;
  return (Word){ text + begin, end - begin };
}

/**
 * strata_wait_parse:
 * @name: name of a slice
 *
 * Returns: what the slice is to the message queue of its thread
 */
StrataWaitKind
strata_wait_parse (const char *name)
{
  if (g_str_has_prefix (name, "H:"))
    name += 2;

  gsize n_bytes = strcspn (name, "(|");

  while (n_bytes > 0 && name[n_bytes - 1] == ' ')
    n_bytes--;

  const Word method = take_last_word (name, &n_bytes);
  const Word class_name = take_last_word (name, &n_bytes);

  if (method.n_bytes == 0)
    return STRATA_WAIT_NONE;

  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    if ((known[i].class_name == NULL ? class_name.n_bytes == 0 : is_word (class_name, known[i].class_name)) &&
        (known[i].method == NULL || is_word (method, known[i].method)))
      return known[i].kind;

  if (begins_with_verb (method, "wait") || begins_with_verb (method, "waiting") || begins_with_verb (method, "await") || begins_with_verb (method, "park"))
    return STRATA_WAIT_OTHER;

  return is_word (method, "sleep") || is_word (method, "sleep_for") || is_word (method, "sleepUninterruptibly") ? STRATA_WAIT_OTHER : STRATA_WAIT_NONE;
}
