/* strata-waits.c - slices that wait, and slices that run a message queue
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-waits.h"

#include <string.h>

/* A name is split into its class and its method, whatever separates them: Java
 * ("android.os.MessageQueue.next ()V", with slashes in old files), C++ ("Looper::pollOnce (int)"),
 * or a plain marker ("WaitForTargetFPS"). Packages are ignored. Verbs that always wait match with
 * any class; other verbs need theirs: Queue.poll does not wait. */

typedef struct
{
  const char *text;
  gsize n_bytes;
} Word;

/* Every name of a trace is looked up, and hardly any matches, so lengths are compared first. */
typedef struct
{
  Word class_name; /* empty for a name without a class */
  Word method;     /* empty matches any method */
  StrataWaitKind kind;
} Known;

#define WORD(text)        \
  {                       \
    text, sizeof text - 1 \
  }
#define NOTHING \
  {             \
    NULL, 0     \
  }

static const Known known[] = {
  { WORD ("MessageQueue"), WORD ("next"), STRATA_WAIT_QUEUE },
  { WORD ("MessageQueue"), WORD ("nativePollOnce"), STRATA_WAIT_QUEUE },
  { WORD ("NativeMessageQueue"), WORD ("pollOnce"), STRATA_WAIT_QUEUE },
  { WORD ("Looper"), WORD ("pollOnce"), STRATA_WAIT_QUEUE },
  { WORD ("Looper"), WORD ("pollInner"), STRATA_WAIT_QUEUE },
  { WORD ("Looper"), WORD ("pollAll"), STRATA_WAIT_QUEUE },
  { NOTHING, WORD ("nativePollOnce"), STRATA_WAIT_QUEUE },
  { NOTHING, WORD ("pollOnce"), STRATA_WAIT_QUEUE },
  { NOTHING, WORD ("pollInner"), STRATA_WAIT_QUEUE },
  { NOTHING, WORD ("pollAll"), STRATA_WAIT_QUEUE },
  { NOTHING, WORD ("ALooper_pollOnce"), STRATA_WAIT_QUEUE },
  { NOTHING, WORD ("ALooper_pollAll"), STRATA_WAIT_QUEUE },
  { NOTHING, WORD ("epoll_wait"), STRATA_WAIT_QUEUE },
  { NOTHING, WORD ("epoll_pwait"), STRATA_WAIT_QUEUE },
  { NOTHING, WORD ("epoll_pwait2"), STRATA_WAIT_QUEUE },
  { NOTHING, WORD ("__epoll_pwait"), STRATA_WAIT_QUEUE },
  { NOTHING, WORD ("uv__io_poll"), STRATA_WAIT_QUEUE },
  { WORD ("EventQueue"), WORD ("GetEvent"), STRATA_WAIT_QUEUE },
  { WORD ("EventQueueBase"), WORD ("GetEvent"), STRATA_WAIT_QUEUE },
  { WORD ("EpollIoWaiter"), WORD ("WaitFor"), STRATA_WAIT_QUEUE },
  { WORD ("NoneIoWaiter"), WORD ("WaitFor"), STRATA_WAIT_QUEUE },
  { WORD ("DeamonIoWaiter"), WORD ("WaitFor"), STRATA_WAIT_QUEUE },
  { WORD ("MessagePumpForUI"), WORD ("Run"), STRATA_WAIT_LOOP },
  { WORD ("MessageLoopAndroid"), WORD ("Run"), STRATA_WAIT_LOOP },
  { WORD ("RunLoop"), WORD ("Run"), STRATA_WAIT_LOOP }, /* Chrome */
  { NOTHING, WORD ("ThreadController active"), STRATA_WAIT_LOOP },
  { NOTHING, WORD ("WorkerThread active"), STRATA_WAIT_LOOP },
  { NOTHING, WORD ("Run Message Loop"), STRATA_WAIT_LOOP },
  { WORD ("EventRunner"), NOTHING, STRATA_WAIT_LOOP },
  { WORD ("EventRunnerImpl"), NOTHING, STRATA_WAIT_LOOP },
  { WORD ("EventInnerRunner"), NOTHING, STRATA_WAIT_LOOP },
  { NOTHING, WORD ("EventRunner"), STRATA_WAIT_LOOP },
  { WORD ("Looper"), WORD ("loop"), STRATA_WAIT_LOOP },
  { WORD ("Looper"), WORD ("loopOnce"), STRATA_WAIT_LOOP },
  { WORD ("Handler"), WORD ("dispatchMessage"), STRATA_WAIT_DISPATCH },
  { WORD ("ThreadControllerImpl"), WORD ("RunTask"), STRATA_WAIT_DISPATCH },
  { NOTHING, WORD ("RunTask"), STRATA_WAIT_DISPATCH }, /* as DevTools has it */
  { WORD ("EventHandler"), WORD ("DistributeEvent"), STRATA_WAIT_DISPATCH },
  { WORD ("Thread"), WORD ("join"), STRATA_WAIT_OTHER },
  { WORD ("Linux"), WORD ("poll"), STRATA_WAIT_OTHER },
  { WORD ("BlockGuardOs"), WORD ("poll"), STRATA_WAIT_OTHER },
  { WORD ("ForwardingOs"), WORD ("poll"), STRATA_WAIT_OTHER },
  { WORD ("ReferenceQueue"), WORD ("remove"), STRATA_WAIT_OTHER },
  { WORD ("poll"), WORD ("server"), STRATA_WAIT_OTHER }, /* "HIDL::ISensors::poll::server" */
  { WORD ("poll"), WORD ("client"), STRATA_WAIT_OTHER },
  { WORD ("Unsafe"), WORD ("park"), STRATA_WAIT_OTHER },
  { NOTHING, WORD ("poll"), STRATA_WAIT_OTHER },
  { NOTHING, WORD ("PollWrapper"), STRATA_WAIT_OTHER }, /* Firefox */
  { NOTHING, WORD ("ppoll"), STRATA_WAIT_OTHER },
  { NOTHING, WORD ("select"), STRATA_WAIT_OTHER },
  { NOTHING, WORD ("pselect6"), STRATA_WAIT_OTHER },
  { NOTHING, WORD ("nanosleep"), STRATA_WAIT_OTHER },
  { NOTHING, WORD ("clock_nanosleep"), STRATA_WAIT_OTHER },
  { NOTHING, WORD ("usleep"), STRATA_WAIT_OTHER },
  { NOTHING, WORD ("futex_wait"), STRATA_WAIT_OTHER },
  { NOTHING, WORD ("__futex_wait_ex"), STRATA_WAIT_OTHER },
  { NOTHING, WORD ("pthread_cond_wait"), STRATA_WAIT_OTHER },
  { NOTHING, WORD ("pthread_cond_timedwait"), STRATA_WAIT_OTHER },
  { NOTHING, WORD ("pthread_join"), STRATA_WAIT_OTHER },
  { NOTHING, WORD ("sem_wait"), STRATA_WAIT_OTHER },
  { NOTHING, WORD ("sem_timedwait"), STRATA_WAIT_OTHER },
};

static inline gboolean
are_equal (Word a,
           Word b)
{
  return a.n_bytes == b.n_bytes && *a.text == *b.text && memcmp (a.text, b.text, a.n_bytes) == 0;
}

static inline gboolean
is_known (const Known *entry,
          Word class_name,
          Word method)
{
  return (entry->method.text == NULL || are_equal (entry->method, method)) && (entry->class_name.text == NULL ? class_name.n_bytes == 0 : are_equal (entry->class_name, class_name));
}

/* "wait", "waitFor…", "Wait for …", "waiting for …", but not "waiter" or "parked". */
static gboolean
begins_with_verb (Word word)
{
  static const Word verbs[] = { WORD ("wait"), WORD ("waiting"), WORD ("await"), WORD ("park") };

  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    {
      const gsize n_bytes = verbs[i].n_bytes;

      if (word.n_bytes >= n_bytes && g_ascii_tolower (*word.text) == *verbs[i].text && g_ascii_strncasecmp (word.text, verbs[i].text, n_bytes) == 0 && !g_ascii_isupper (word.text[1]) &&
          (word.n_bytes == n_bytes || !g_ascii_islower (word.text[n_bytes])))
        return TRUE;
    }

  return FALSE;
}

static gboolean
is_sleep (Word word)
{
  static const Word sleeps[] = { WORD ("sleep"), WORD ("sleep_for"), WORD ("sleepUninterruptibly") };

  for (guint i = 0; i < G_N_ELEMENTS (sleeps); i++)
    if (are_equal (sleeps[i], word))
      return TRUE;

  return FALSE;
}

static gboolean
is_separator (char c)
{
  return c == '.' || c == '/' || c == ':' || c == '#' || c == ';';
}

/* The last word of @text; @n_bytes is reduced to the text before it. */
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
 * Returns: how the slice relates to the message queue of its thread
 */
StrataWaitKind
strata_wait_parse (const char *name)
{
  if (name[0] == 'H' && name[1] == ':')
    name += 2;

  gsize n_bytes = strcspn (name, "(|");

  while (n_bytes > 0 && name[n_bytes - 1] == ' ')
    n_bytes--;

  const Word method = take_last_word (name, &n_bytes);
  const Word class_name = take_last_word (name, &n_bytes);

  if (method.n_bytes == 0)
    return STRATA_WAIT_NONE;

  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    if (is_known (&known[i], class_name, method))
      return known[i].kind;

  return begins_with_verb (method) || is_sleep (method) ? STRATA_WAIT_OTHER : STRATA_WAIT_NONE;
}
