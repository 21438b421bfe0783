/* strata-compare-state.c - state of two captures, kept between runs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-compare-state.h"

#include <errno.h>
#include <math.h>

#include "strata-compare-side.h"
#include "strata-trace-state.h"

/* A key file with a group that identifies the format, one for both captures, and groups of the
 * sides (see strata-compare-side.c). One is kept for each pair, identified by the content of both
 * captures; others are saved by the user (see strata-compare-file.c). Times count from the start of
 * each capture. Values that do not fit the captures keep their defaults: the file may be of an
 * older or newer version. */
#define GROUP "comparison"
#define FOLDER "pairs"

static const char *const sides[STRATA_N_DIFF_SIDES] = { "a", "b" };
static const char *const threads_keys[STRATA_N_DIFF_SIDES] = { "threads-a", "threads-b" };

static gint64
get_begin_ns (StrataSessionPair *pair,
              StrataDiffSide side)
{
  return strata_trace_get_span (strata_session_get_trace (strata_session_pair_get (pair, side))).begin_ns;
}

/**
 * strata_compare_state_dup_path:
 * @files: both captures
 *
 * Returns: (transfer full) (nullable): the path of their saved state, or %NULL if none is kept
 */
char *
strata_compare_state_dup_path (GFile *const files[STRATA_N_DIFF_SIDES])
{
  g_autofree char *folder = strata_trace_state_dup_folder ();
  g_autofree char *hash_a = folder != NULL ? strata_trace_state_hash_file (files[STRATA_DIFF_A]) : NULL;
  g_autofree char *hash_b = hash_a != NULL ? strata_trace_state_hash_file (files[STRATA_DIFF_B]) : NULL;

  if (hash_b == NULL)
    return NULL;

  g_autofree char *both = g_strdup_printf ("%s;%s", hash_a, hash_b);
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, both, -1);
  g_autofree char *name = g_strconcat (hash, ".ini", NULL);

  return g_build_filename (folder, FOLDER, name, NULL);
}

static void
put_latencies (GKeyFile *state,
               StrataSessionPair *pair)
{
  g_autoptr (GArray) latencies = strata_session_pair_list_latencies (pair);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < latencies->len; i++)
    {
      g_ptr_array_add (names, g_array_index (latencies, StrataLatencyNames, i).from);
      g_ptr_array_add (names, g_array_index (latencies, StrataLatencyNames, i).to);
    }

  if (names->len > 0)
    g_key_file_set_string_list (state, GROUP, "latencies", (const char *const *) names->pdata, names->len);
}

/* By id and name, since indices differ between loads. */
static char *
dup_thread (StrataSessionPair *pair,
            StrataDiffSide side,
            guint32 index)
{
  StrataTrace *trace = strata_session_get_trace (strata_session_pair_get (pair, side));
  const StrataThread *thread = strata_trace_get_threads (trace, NULL) + index;
  g_autofree char *name = g_utf8_make_valid (strata_trace_get_string (trace, thread->name), -1);

  return g_strdup_printf ("%" G_GINT64_FORMAT " %s", thread->tid, name);
}

/* Only threads matched by hand; the others are matched again. */
static void
put_threads (GKeyFile *state,
             StrataSessionPair *pair)
{
  guint n_matches;
  const StrataMatch *matches = strata_thread_match_get_threads (strata_session_pair_get_threads (pair), &n_matches);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

      for (guint i = 0; i < n_matches; i++)
        if (matches[i].reason == STRATA_MATCH_HAND)
          g_ptr_array_add (names, dup_thread (pair, side, matches[i].index[side]));

      if (names->len > 0)
        g_key_file_set_string_list (state, GROUP, threads_keys[side], (const char *const *) names->pdata, names->len);
    }
}

static guint32
find_thread (StrataTrace *trace,
             const char *text)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);
  char *name = NULL;
  const gint64 tid = g_ascii_strtoll (text, &name, 10);

  for (guint32 i = 0; *name == ' ' && i < n_threads; i++)
    {
      g_autofree char *own = threads[i].tid == tid ? g_utf8_make_valid (strata_trace_get_string (trace, threads[i].name), -1) : NULL;

      if (g_strcmp0 (own, name + 1) == 0)
        return i;
    }

  return STRATA_NONE;
}

/**
 * strata_compare_state_list_threads:
 * @state: a saved state
 * @traces: both captures
 *
 * Returns: (transfer full) (element-type StrataMatch): the threads that were matched by hand and still exist
 */
GArray *
strata_compare_state_list_threads (GKeyFile *state,
                                   StrataTrace *const traces[STRATA_N_DIFF_SIDES])
{
  GArray *matches = g_array_new (FALSE, FALSE, sizeof (StrataMatch));
  gsize n_a = 0;
  gsize n_b = 0;
  g_auto (GStrv) a = g_key_file_get_string_list (state, GROUP, threads_keys[STRATA_DIFF_A], &n_a, NULL);
  g_auto (GStrv) b = g_key_file_get_string_list (state, GROUP, threads_keys[STRATA_DIFF_B], &n_b, NULL);

  for (gsize i = 0; i < MIN (n_a, n_b); i++)
    {
      const StrataMatch match = { { find_thread (traces[STRATA_DIFF_A], a[i]), find_thread (traces[STRATA_DIFF_B], b[i]) }, STRATA_MATCH_HAND };

      if (match.index[STRATA_DIFF_A] != STRATA_NONE && match.index[STRATA_DIFF_B] != STRATA_NONE)
        g_array_append_val (matches, match);
    }

  return matches;
}

/**
 * strata_compare_state_take:
 * @pair: two sessions
 * @model: compares them
 *
 * Returns: (transfer full): their state
 */
GKeyFile *
strata_compare_state_take (StrataSessionPair *pair,
                           StrataDiffModel *model)
{
  GKeyFile *state = g_key_file_new ();
  const StrataAlignment alignment = strata_session_pair_get_alignment (pair);

  g_key_file_set_integer (state, STRATA_COMPARE_STATE_GROUP, "version", STRATA_COMPARE_STATE_VERSION);
  g_key_file_set_int64 (state, GROUP, "a", alignment.time_ns[STRATA_DIFF_A] - get_begin_ns (pair, STRATA_DIFF_A));
  g_key_file_set_int64 (state, GROUP, "b", alignment.time_ns[STRATA_DIFF_B] - get_begin_ns (pair, STRATA_DIFF_B));
  g_key_file_set_double (state, GROUP, "scale", alignment.scale);
  g_key_file_set_boolean (state, GROUP, "aligned-by-user", alignment.is_by_user);
  g_key_file_set_boolean (state, GROUP, "locked", strata_session_pair_get_locked (pair));
  g_key_file_set_string (state, GROUP, "per", strata_diff_per_get_id (strata_diff_model_get_per (model)));
  g_key_file_set_boolean (state, GROUP, "cpu", strata_diff_model_get_clock (model) == STRATA_CLOCK_CPU);
  put_latencies (state, pair);
  put_threads (state, pair);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    strata_compare_side_take (state, sides[side], strata_session_pair_get (pair, side));
  return state;
}

static void
apply_alignment (GKeyFile *state,
                 StrataSessionPair *pair)
{
  StrataAlignment alignment = { { 0, 0 }, g_key_file_get_double (state, GROUP, "scale", NULL), g_key_file_get_boolean (state, GROUP, "aligned-by-user", NULL) };

  if (!(alignment.scale > 0.0) || !isfinite (alignment.scale))
    return;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    alignment.time_ns[side] = strata_time_add (g_key_file_get_int64 (state, GROUP, sides[side], NULL), get_begin_ns (pair, side));

  strata_session_pair_align (pair, &alignment);
}

static void
apply_latencies (GKeyFile *state,
                 StrataSessionPair *pair)
{
  gsize n_names = 0;
  g_auto (GStrv) names = g_key_file_get_string_list (state, GROUP, "latencies", &n_names, NULL);

  for (gsize i = 0; names != NULL && i + 1 < n_names; i += 2)
    strata_session_pair_add_latency (pair, names[i], names[i + 1]);
}

/* Sets each side unlocked, since a change of one would move the other. Locking would derive the
 * alignment from the views, which is less exact than the saved one. */
static void
apply_sides (GKeyFile *state,
             StrataSessionPair *pair)
{
  const gboolean is_locked = !g_key_file_has_key (state, GROUP, "locked", NULL) || g_key_file_get_boolean (state, GROUP, "locked", NULL);

  strata_session_pair_set_locked (pair, FALSE);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    strata_compare_side_apply (state, sides[side], strata_session_pair_get (pair, side));

  apply_alignment (state, pair);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    strata_compare_side_apply_view (state, sides[side], strata_session_pair_get (pair, side));
  if (!is_locked)
    return;

  strata_session_pair_set_locked (pair, TRUE);
  apply_alignment (state, pair);
}

/**
 * strata_compare_state_apply:
 * @state: a saved state
 * @pair: two sessions
 * @model: compares them
 *
 * Restores the state, except threads matched by hand, see strata_compare_state_list_threads().
 */
void
strata_compare_state_apply (GKeyFile *state,
                            StrataSessionPair *pair,
                            StrataDiffModel *model)
{
  g_autofree char *per_id = g_key_file_get_string (state, GROUP, "per", NULL);
  StrataDiffPer per;

  if (!g_key_file_has_group (state, GROUP))
    return;

  apply_sides (state, pair);
  if (per_id != NULL && strata_diff_per_parse (per_id, &per))
    strata_diff_model_set_per (model, per);
  if (g_key_file_get_boolean (state, GROUP, "cpu", NULL) && strata_diff_model_knows_clock (model, STRATA_CLOCK_CPU))
    strata_diff_model_set_clock (model, STRATA_CLOCK_CPU);
  apply_latencies (state, pair);
}

/**
 * strata_compare_state_save:
 * @state: a state
 * @path: where to save it
 * @error: return location for an error
 *
 * Returns: whether it was saved
 */
gboolean
strata_compare_state_save (GKeyFile *state,
                           const char *path,
                           GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);

  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      g_set_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (errno), "%s: %s", folder, g_strerror (errno));
      return FALSE;
    }

  return g_key_file_save_to_file (state, path, error);
}
