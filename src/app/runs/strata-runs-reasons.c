/* strata-runs-reasons.c - saves why runs are left out
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-runs-reasons.h"

#include <string.h>

#include "strata-replace.h"
#include "strata-state-lock.h"
#include "strata-trace-state.h"

/* A file in the folder of states has a line per run, which is identified by its content. The run is
 * left out of any set that includes it later, and can be included again there. */

#define FILE_NAME "left-out.ini"
#define GROUP "runs"
/* More than anyone leaves out; further ones are not added. */
#define MOST_REASONS 10000

static char *
dup_path (void)
{
  g_autofree char *folder = strata_trace_state_dup_folder ();

  return folder != NULL ? g_build_filename (folder, FILE_NAME, NULL) : NULL;
}

static char *
dup_key (const StrataSetRun *run)
{
  g_autoptr (GFile) file = g_file_new_for_path (run->file);

  return strata_trace_state_hash_file (file);
}

/**
 * strata_runs_reasons_restore:
 * @set: newly loaded runs
 *
 * Leaves out the runs that were left out before.
 */
void
strata_runs_reasons_restore (StrataRunSet *set)
{
  g_autofree char *path = dup_path ();
  g_autoptr (GKeyFile) reasons = g_key_file_new ();

  if (path == NULL || !g_key_file_load_from_file (reasons, path, G_KEY_FILE_NONE, NULL))
    return;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < strata_run_set_get_n (set, side); i++)
      {
        g_autofree char *key = strata_run_set_is_used (set, side, i) ? dup_key (strata_run_set_get (set, side, i)) : NULL;
        g_autofree char *reason = key != NULL ? g_key_file_get_string (reasons, GROUP, key, NULL) : NULL;

        if (reason != NULL)
          strata_run_set_leave_out (set, side, i, reason);
      }
}

static void
change (const char *path,
        const char *key,
        const char *reason)
{
  g_autoptr (GKeyFile) reasons = g_key_file_new ();
  g_autoptr (GFile) file = g_file_new_for_path (path);
  gsize n_known = 0;
  gsize n_bytes;

  g_key_file_load_from_file (reasons, path, G_KEY_FILE_KEEP_COMMENTS, NULL);
  g_strfreev (g_key_file_get_keys (reasons, GROUP, &n_known, NULL));
  if (reason == NULL)
    g_key_file_remove_key (reasons, GROUP, key, NULL);
  else if (n_known < MOST_REASONS)
    g_key_file_set_string (reasons, GROUP, key, reason);

  g_autofree char *text = g_key_file_to_data (reasons, &n_bytes, NULL);

  /* As with notes: a full disk does not stop the comparison. */
  strata_replace_contents (file, text, n_bytes, NULL);
}

/**
 * strata_runs_reasons_keep:
 * @set: the runs
 * @side: a side
 * @run: index of one of its runs, which was left out or included again
 *
 * Saves the reason, or removes it.
 */
void
strata_runs_reasons_keep (const StrataRunSet *set,
                          StrataDiffSide side,
                          guint run)
{
  const StrataSetRun *changed = strata_run_set_get (set, side, run);
  g_autofree char *folder = strata_trace_state_dup_folder ();
  g_autofree char *path = dup_path ();
  g_autofree char *key = path != NULL ? dup_key (changed) : NULL;

  if (key == NULL || g_mkdir_with_parents (folder, 0700) != 0)
    return;

  const int lock = strata_state_lock (folder);

  change (path, key, changed->reason);
  strata_state_unlock (lock);
}
