/* strata-compare-state.c - what was set for two captures, kept between runs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-compare-state.h"

#include <errno.h>
#include <math.h>

#include "strata-trace-state.h"

/* A key file for each pair, by the content of both captures. Times are from the begin of each. What
 * does not fit the captures is left as it is by default: the file may be of an older or newer version. */
#define GROUP "comparison"
#define FOLDER "pairs"

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
 * Returns: (transfer full) (nullable): where what is set for them is kept, or %NULL if nowhere
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

static void
put_view (GKeyFile *state,
          StrataSessionPair *pair,
          StrataDiffSide side,
          const char *key)
{
  const StrataSpan span = strata_viewport_get_span (strata_view_get_viewport (strata_session_get_view (strata_session_pair_get (pair, side))));
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT "..%" G_GINT64_FORMAT, span.begin_ns - get_begin_ns (pair, side), span.end_ns - get_begin_ns (pair, side));

  g_key_file_set_string (state, GROUP, key, text);
}

/**
 * strata_compare_state_take:
 * @pair: two sessions
 * @model: what compares them
 *
 * Returns: (transfer full): what is set for them
 */
GKeyFile *
strata_compare_state_take (StrataSessionPair *pair,
                           StrataDiffModel *model)
{
  GKeyFile *state = g_key_file_new ();
  const StrataAlignment alignment = strata_session_pair_get_alignment (pair);

  g_key_file_set_int64 (state, GROUP, "a", alignment.time_ns[STRATA_DIFF_A] - get_begin_ns (pair, STRATA_DIFF_A));
  g_key_file_set_int64 (state, GROUP, "b", alignment.time_ns[STRATA_DIFF_B] - get_begin_ns (pair, STRATA_DIFF_B));
  g_key_file_set_double (state, GROUP, "scale", alignment.scale);
  g_key_file_set_boolean (state, GROUP, "locked", strata_session_pair_get_locked (pair));
  g_key_file_set_string (state, GROUP, "per", strata_diff_per_get_id (strata_diff_model_get_per (model)));
  g_key_file_set_boolean (state, GROUP, "cpu", strata_diff_model_get_clock (model) == STRATA_CLOCK_CPU);
  put_view (state, pair, STRATA_DIFF_A, "view-a");
  put_view (state, pair, STRATA_DIFF_B, "view-b");
  put_latencies (state, pair);
  return state;
}

static void
apply_alignment (GKeyFile *state,
                 StrataSessionPair *pair)
{
  StrataAlignment alignment = { { 0, 0 }, g_key_file_get_double (state, GROUP, "scale", NULL) };
  const char *const keys[] = { "a", "b" };

  if (!(alignment.scale > 0.0) || !isfinite (alignment.scale))
    return;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    alignment.time_ns[side] = strata_time_add (g_key_file_get_int64 (state, GROUP, keys[side], NULL), get_begin_ns (pair, side));

  strata_session_pair_align (pair, &alignment);
}

static void
apply_view (GKeyFile *state,
            StrataSessionPair *pair,
            StrataDiffSide side,
            const char *key)
{
  g_autofree char *text = g_key_file_get_string (state, GROUP, key, NULL);
  char *end = NULL;
  const gint64 begin_ns = text != NULL ? g_ascii_strtoll (text, &end, 10) : 0;

  if (end == NULL || !g_str_has_prefix (end, ".."))
    return;

  const StrataSpan span = { strata_time_add (begin_ns, get_begin_ns (pair, side)), strata_time_add (g_ascii_strtoll (end + 2, NULL, 10), get_begin_ns (pair, side)) };

  if (span.begin_ns < span.end_ns)
    strata_view_show_span (strata_session_get_view (strata_session_pair_get (pair, side)), span, 0);
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

/**
 * strata_compare_state_apply:
 * @state: what was set
 * @pair: two sessions
 * @model: what compares them
 *
 * Sets it again.
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

  apply_alignment (state, pair);
  apply_view (state, pair, STRATA_DIFF_A, "view-a");
  if (!g_key_file_get_boolean (state, GROUP, "locked", NULL) && g_key_file_has_key (state, GROUP, "locked", NULL))
    {
      strata_session_pair_set_locked (pair, FALSE);
      apply_view (state, pair, STRATA_DIFF_B, "view-b");
    }
  if (per_id != NULL && strata_diff_per_parse (per_id, &per))
    strata_diff_model_set_per (model, per);
  if (g_key_file_get_boolean (state, GROUP, "cpu", NULL) && strata_diff_model_knows_clock (model, STRATA_CLOCK_CPU))
    strata_diff_model_set_clock (model, STRATA_CLOCK_CPU);
  apply_latencies (state, pair);
}

/**
 * strata_compare_state_save:
 * @state: what is set
 * @path: where to keep it
 * @error: set where it cannot be written
 *
 * Returns: whether it is kept
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
