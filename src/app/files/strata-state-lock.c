/* strata-state-lock.c - locks the folder of states for one writing process at a time
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

/* The lock belongs to an open file, so that it is released with its process. A process that was
 * stopped while holding the lock must not block the others: after this time they write without it. */
#define MOST_TRIES 400
#define WAIT_US 5000

/**
 * strata_state_lock:
 * @folder: the folder of saved states
 *
 * Waits, for at most two seconds, until no other process is writing there.
 *
 * Returns: the lock for strata_state_unlock(), or -1 if the folder cannot be locked
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
 * @lock: returned by strata_state_lock()
 *
 * Releases the lock.
 */
void
strata_state_unlock (int lock)
{
  if (lock >= 0)
    close (lock);
}
