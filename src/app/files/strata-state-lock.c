/* strata-state-lock.c - one process at a time writes into the folder of states
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-state-lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <glib/gstdio.h>

/* The lock belongs to an open file, so that it goes with the process that has it. A
 * process that was stopped while it had the lock must not stop the others: after that
 * time they write without it. */
#define MOST_TRIES 400
#define WAIT_US 5000

/**
 * strata_state_lock:
 * @folder: where the states of traces are kept
 *
 * Waits, for at most two seconds, until no other process is writing there.
 *
 * Returns: what strata_state_unlock() takes, -1 where the folder cannot be locked
 */
int
strata_state_lock (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "lock", NULL);
  const int lock = g_open (path, O_CREAT | O_RDWR | O_CLOEXEC, 0600);

  for (guint i = 0; lock >= 0 && i < MOST_TRIES && flock (lock, LOCK_EX | LOCK_NB) != 0; i++)
    g_usleep (WAIT_US);

  return lock;
}

/**
 * strata_state_unlock:
 * @lock: what strata_state_lock() has returned
 *
 * Lets other processes write.
 */
void
strata_state_unlock (int lock)
{
  if (lock >= 0)
    close (lock);
}
