/* strata-signal-event.c - converts signals to names of instants and back
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-signal-event.h"

#include <string.h>

#include "strata-kernel-event.h"

/* The sender of a signal causes one event and the receiver the other: "SIGKILL to name 12",
 * "SIGKILL delivered". The names contain everything needed to write the events when a trace is
 * converted. An exiting thread's last signal cannot be a marker, because the thread writes none. */
#define DELIVERED " delivered"

/* Numbers that are the same on all CPU architectures of phones. */
static const char *const names[] = {
  "SIGHUP", "SIGINT", "SIGQUIT", "SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGKILL", "SIGUSR1", "SIGSEGV",
  "SIGUSR2", "SIGPIPE", "SIGALRM", "SIGTERM", "SIGSTKFLT", "SIGCHLD", "SIGCONT", "SIGSTOP", "SIGTSTP", "SIGTTIN", "SIGTTOU",
  "SIGURG", "SIGXCPU", "SIGXFSZ", "SIGVTALRM", "SIGPROF", "SIGWINCH", "SIGIO", "SIGPWR", "SIGSYS"
};

/**
 * strata_signal_event_find_receiver:
 * @args: of signal_generate, with "comm=NAME pid=1 grp=1"; a name may contain spaces
 * @comm: (out): name of the receiving thread
 * @tid: (out): its id
 *
 * Returns: whether they could be parsed
 */
gboolean
strata_signal_event_find_receiver (StrataText args,
                                   StrataText *comm,
                                   gint64 *tid)
{
  const StrataText rest = strata_kernel_event_get_rest (args, "comm");
  const char *end = g_strrstr_len (rest.text, (gssize) rest.n_bytes, " pid=");

  *comm = strata_text (rest.text, end != NULL ? end : rest.text);
  return end != NULL && strata_kernel_event_find_int (strata_text (end + 1, rest.text + rest.n_bytes), "pid", tid);
}

/**
 * strata_signal_event_format:
 * @number: number of the signal
 * @comm: name of the receiving thread
 * @tid: its id
 * @is_delivered: whether a thread receives it; @comm and @tid are then not used
 *
 * Returns: (transfer full): the name of the instant
 */
char *
strata_signal_event_format (gint64 number,
                            StrataText comm,
                            gint64 tid,
                            gboolean is_delivered)
{
  g_autofree char *signal = number >= 1 && number <= (gint64) G_N_ELEMENTS (names) ? g_strdup (names[number - 1]) : g_strdup_printf ("signal %" G_GINT64_FORMAT, number);

  if (is_delivered)
    return g_strconcat (signal, DELIVERED, NULL);

  return g_strdup_printf ("%s to %.*s %" G_GINT64_FORMAT, signal, (int) MIN (comm.n_bytes, 64), comm.text, tid);
}

/* Returns the name of the instant, or %NULL if the arguments could not be parsed. */
static char *
dup_name (StrataText args,
          gboolean is_delivered)
{
  StrataText comm = { "", 0 };
  gint64 number;
  gint64 tid = 0;

  if (!strata_kernel_event_find_int (args, "sig", &number) || (!is_delivered && !strata_signal_event_find_receiver (args, &comm, &tid)))
    return NULL;

  return strata_signal_event_format (number, comm, tid, is_delivered);
}

/* Returns the number of the signal at the start of a name; 0 if there is none. */
static gint64
parse_number (const char *name,
              gsize n_bytes)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strlen (names[i]) == n_bytes && memcmp (names[i], name, n_bytes) == 0)
      return i + 1;

  return n_bytes > strlen ("signal ") && g_str_has_prefix (name, "signal ") ? g_ascii_strtoll (name + strlen ("signal "), NULL, 10) : 0;
}

static char *
dup_sent_args (const char *name)
{
  const char *comm = strstr (name, " to ");
  const char *tid = comm != NULL ? strrchr (comm + strlen (" to "), ' ') : NULL;

  if (tid == NULL)
    return NULL;

  comm += strlen (" to ");
  return g_strdup_printf ("sig=%" G_GINT64_FORMAT " errno=0 code=0 comm=%.*s pid=%s grp=0 res=0", parse_number (name, (gsize) (comm - strlen (" to ") - name)), (int) (tid - comm), comm, tid + 1);
}

static char *
dup_taken_args (const char *name)
{
  return g_strdup_printf ("sig=%" G_GINT64_FORMAT " errno=0 code=0 sa_handler=0 sa_flags=0", parse_number (name, strlen (name) - strlen (DELIVERED)));
}

/**
 * strata_signal_event_dup_args:
 * @name: name of an instant
 * @is_delivered: (out): whether it belongs to signal_deliver instead of signal_generate
 *
 * Reconstructs the arguments from which the name was made.
 *
 * Returns: (transfer full) (nullable): the arguments, or %NULL if the name is not of a signal
 */
char *
strata_signal_event_dup_args (const char *name,
                              gboolean *is_delivered)
{
  *is_delivered = g_str_has_suffix (name, DELIVERED);

  if (!g_str_has_prefix (name, "SIG") && !g_str_has_prefix (name, "signal "))
    return NULL;

  g_autofree char *args = *is_delivered ? dup_taken_args (name) : dup_sent_args (name);
  g_autofree char *again = args != NULL ? dup_name ((StrataText){ args, strlen (args) }, *is_delivered) : NULL;

  return g_strcmp0 (again, name) == 0 ? g_steal_pointer (&args) : NULL;
}
