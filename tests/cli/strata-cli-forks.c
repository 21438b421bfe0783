/* strata-cli-forks.c - runs strata-cli for tests, without a new start each time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
/*
 * A short command spends most of its time linking its 50 libraries. Tests run thousands of commands, so this program is linked
 * once, and runs each command in a fork. It reads requests from a socket, its standard input, until that is closed:
 *
 *   length     32 bits: number of bytes after the number of words; standard input, output and error are passed as SCM_RIGHTS
 *   words      32 bits: number of words of the command line
 *   strings    each ended by 0: the folder to run in, the words, then the environment
 *
 * The answer is the 32-bit status of waitpid().
 */
#include "config.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib.h>

#include "strata-cli.h"

enum
{
  N_STREAMS = 3,
  REQUESTS = STDIN_FILENO
};

extern char **environ;

typedef struct
{
  guint32 length;
  guint32 n_words;
} Head;

static gboolean
receive_head (Head *head,
              int *streams)
{
  struct iovec bytes = { head, sizeof *head };
  union
  {
    struct cmsghdr align;
    char space[CMSG_SPACE (sizeof (int) * N_STREAMS)];
  } control;
  struct msghdr message = {
    .msg_iov = &bytes, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control
  };

  if (recvmsg (REQUESTS, &message, MSG_WAITALL) != sizeof *head)
    return FALSE;

  struct cmsghdr *rights = CMSG_FIRSTHDR (&message);

  g_assert_true (rights != NULL && rights->cmsg_len == CMSG_LEN (sizeof (int) * N_STREAMS));
  memcpy (streams, CMSG_DATA (rights), sizeof (int) * N_STREAMS);
  return TRUE;
}

/* Returns the strings as an array that ends with NULL. They are not copied, but point into @text. */
static char **
split (char *text,
       gsize length)
{
  GPtrArray *strings = g_ptr_array_new ();

  for (char *string = text; string < text + length; string += strlen (string) + 1)
    g_ptr_array_add (strings, string);
  g_ptr_array_add (strings, NULL);

  return (char **) g_ptr_array_free (strings, FALSE);
}

static void
run (const Head *head,
     const int *streams,
     char *text)
{
  char **strings = split (text, head->length);
  char **words = g_new0 (char *, head->n_words + 1);

  for (int i = 0; i < N_STREAMS; i++)
    g_assert_cmpint (dup2 (streams[i], i), ==, i);
  for (int i = 0; i < N_STREAMS; i++)
    close (streams[i]);
  g_assert_cmpint (chdir (strings[0]), ==, 0);
  memcpy (words, strings + 1, sizeof *words * head->n_words);
  environ = strings + 1 + head->n_words;

  exit (strata_cli_run ((int) head->n_words, words));
}

int
main (void)
{
  Head head = { 0 };
  int streams[N_STREAMS];

  while (receive_head (&head, streams))
    {
      g_autofree char *text = g_malloc (head.length);
      int status = 0;

      g_assert_cmpint (recv (REQUESTS, text, head.length, MSG_WAITALL), ==, head.length);

      pid_t child = fork ();

      g_assert_cmpint (child, >=, 0);
      if (child == 0)
        run (&head, streams, text);
      for (int i = 0; i < N_STREAMS; i++)
        close (streams[i]);
      while (waitpid (child, &status, 0) < 0)
        g_assert_cmpint (errno, ==, EINTR);
      g_assert_cmpint (send (REQUESTS, &status, sizeof status, 0), ==, sizeof status);
    }

  return 0;
}
