/* strata-sql-timeline.c - actual_frame_timeline_slice and expected_frame_timeline_slice
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-sql-args.h"

#include <string.h>

#include "strata-flows.h"
#include "strata-pair-key.h"
#include "strata-sql-private.h"
#include "strata-sql-slices.h"

/* The Perfetto reader puts frames on tracks with these names; their properties are arguments. */
static const char *const track_names[2] = { "Expected Timeline", "Actual Timeline" };

static GArray *
need_rows (StrataSqlSource *source,
           gboolean is_actual)
{
  const guint32 name = strata_string_pool_lookup (strata_trace_get_strings (source->trace), track_names[is_actual]);

  if (source->frame_slices[is_actual] != NULL)
    return source->frame_slices[is_actual];

  source->frame_slices[is_actual] = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < source->n_tracks; i++)
    for (guint32 j = 0; source->tracks[i].kind == STRATA_TRACK_ASYNC && source->tracks[i].name == name && j < source->tracks[i].n_slices; j++)
      {
        const guint32 slice = source->tracks[i].first_slice + j;

        g_array_append_val (source->frame_slices[is_actual], slice);
      }

  return source->frame_slices[is_actual];
}

static void
find_arg (StrataSqlSource *source,
          guint32 slice,
          const char *key,
          StrataCell *cell)
{
  strata_sql_args_find (source, strata_sql_slice_get_arg_set_id (source, slice), key, cell);
}

static gint64
get_number_arg (StrataSqlSource *source,
                guint32 slice,
                const char *key)
{
  g_auto (StrataCell) cell = STRATA_CELL_INIT;

  find_arg (source, slice, key, &cell);
  return cell.kind == STRATA_VALUE_NUMBER ? cell.number : STRATA_SQL_NULL;
}

/* A display frame has only its own token; a surface frame also has the token of its display frame. */
static gint64
get_display_token (StrataSqlSource *source,
                   guint32 slice)
{
  const gint64 token = get_number_arg (source, slice, "display_token");

  return token != STRATA_SQL_NULL ? token : get_number_arg (source, slice, "token");
}

static gint64
get_surface_token (StrataSqlSource *source,
                   guint32 slice)
{
  return get_number_arg (source, slice, "display_token") != STRATA_SQL_NULL ? get_number_arg (source, slice, "token") : STRATA_SQL_NULL;
}

/* The last display frame of each token. */
static GHashTable *
list_displays (StrataSqlSource *source)
{
  const GArray *rows = need_rows (source, TRUE);
  GHashTable *displays = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < rows->len; i++)
    {
      const guint32 slice = g_array_index (rows, guint32, i);
      const gint64 token = get_display_token (source, slice);

      if (token != STRATA_SQL_NULL && get_surface_token (source, slice) == STRATA_SQL_NULL)
        g_hash_table_replace (displays, g_memdup2 (&token, sizeof token), GUINT_TO_POINTER (slice));
    }

  return displays;
}

void
strata_sql_timeline_add_arrows (StrataSqlSource *source,
                                GArray *flows)
{
  const GArray *rows = need_rows (source, TRUE);
  g_autoptr (GHashTable) displays = list_displays (source);

  for (guint i = 0; i < rows->len; i++)
    {
      const guint32 slice = g_array_index (rows, guint32, i);
      const gint64 token = get_display_token (source, slice);
      gpointer display;

      if (get_surface_token (source, slice) == STRATA_SQL_NULL || !g_hash_table_lookup_extended (displays, &token, NULL, &display))
        continue;
      if (source->slices->start_ns[slice] <= source->slices->start_ns[GPOINTER_TO_UINT (display)])
        g_array_append_val (flows, ((StrataFlowLink){ slice, GPOINTER_TO_UINT (display), (guint64) STRATA_SQL_NULL }));
    }
}

static gint64
get_upid (StrataSqlSource *source,
          guint32 slice)
{
  return strata_sql_source_get_upid (source, strata_trace_find_process (source->trace, slice));
}

static gboolean
has_any (const char *jank,
         const char *const *names)
{
  for (; *names != NULL; names++)
    if (strstr (jank, *names) != NULL)
      return TRUE;

  return FALSE;
}

/* Some kinds of jank count only if they are the only one of a frame. */
static const char *
find_only_tag (const char *jank,
               const char *present,
               gboolean is_surface)
{
  static const char *const unseen[] = { "Non Animating", "Display not ON", "PowerModeChange in progress", NULL };

  if (g_str_equal (jank, "Unspecified") || g_str_equal (jank, "SurfaceFlinger Stuffing") || g_str_equal (jank, is_surface ? "Buffer Stuffing" : "Dropped Frame"))
    return jank;
  if (is_surface && g_str_equal (present, "Dropped Frame"))
    return present;

  return g_strv_contains (unseen, jank) ? "Non-perceivable Jank" : "No Jank";
}

/* Finds out who caused the jank of a frame, from the names of its kinds of jank and how it was presented. */
static const char *
find_tag (const char *jank,
          const char *present,
          gboolean is_surface)
{
  static const char *const of_app[] = { "App Deadline Missed", "Unknown Jank", "App Resynced Jitter", NULL };
  static const char *const of_display[] = { "SurfaceFlinger Scheduling", "Prediction Error", "Display HAL", "SurfaceFlinger CPU Deadline Missed", "SurfaceFlinger GPU Deadline Missed", NULL };

  if (is_surface && has_any (jank, of_app))
    return "Self Jank";
  if (has_any (jank, of_display))
    return is_surface ? "Other Jank" : "Self Jank";

  return find_only_tag (jank, present, is_surface);
}

static void
set_tag (StrataSqlSource *source,
         guint32 slice,
         const char *key,
         StrataCell *cell)
{
  g_auto (StrataCell) jank = STRATA_CELL_INIT;
  g_auto (StrataCell) present = STRATA_CELL_INIT;

  find_arg (source, slice, key, &jank);
  find_arg (source, slice, "present", &present);
  if (jank.kind == STRATA_VALUE_TEXT && present.kind == STRATA_VALUE_TEXT)
    strata_cell_set_text (cell, find_tag (jank.text, present.text, get_surface_token (source, slice) != STRATA_SQL_NULL));
}

static void
get_tag (StrataSqlSource *source,
         guint32 slice,
         StrataCell *cell)
{
  set_tag (source, slice, "jank", cell);
}

static void
get_tag_tried (StrataSqlSource *source,
               guint32 slice,
               StrataCell *cell)
{
  set_tag (source, slice, "jank_experimental", cell);
}

/* In old files a frame has no severity: PerfettoSQL reports it as unknown, or none without jank. */
static void
get_severity (StrataSqlSource *source,
              guint32 slice,
              StrataCell *cell)
{
  g_auto (StrataCell) jank = STRATA_CELL_INIT;

  find_arg (source, slice, "severity", cell);
  if (cell->kind != STRATA_VALUE_UNKNOWN)
    return;

  find_arg (source, slice, "jank", &jank);
  if (jank.kind == STRATA_VALUE_TEXT)
    strata_cell_set_text (cell, g_str_equal (jank.text, "None") ? "None" : "Unknown");
}

/* Defines getters for each of the two tables. */
#define DEFINE_ROWS(prefix, is_actual)                                  \
  static guint32 prefix##_count (StrataSqlSource *source)               \
  {                                                                     \
    return need_rows (source, is_actual)->len;                          \
  }                                                                     \
                                                                        \
  static guint32 prefix##_slice (StrataSqlSource *source, guint32 row)  \
  {                                                                     \
    return g_array_index (need_rows (source, is_actual), guint32, row); \
  }                                                                     \
                                                                        \
  static gint64 prefix##_id (StrataSqlSource *source, guint32 row)      \
  {                                                                     \
    return prefix##_slice (source, row);                                \
  }

#define DEFINE_NUMBER(prefix, name, get)                               \
  static gint64 prefix##_##name (StrataSqlSource *source, guint32 row) \
  {                                                                    \
    return get (source, prefix##_slice (source, row));                 \
  }

#define DEFINE_ARG(prefix, name, key)                                                  \
  static void prefix##_##name (StrataSqlSource *source, guint32 row, StrataCell *cell) \
  {                                                                                    \
    find_arg (source, prefix##_slice (source, row), key, cell);                        \
  }

#define DEFINE_CELL(prefix, name, get)                                                 \
  static void prefix##_##name (StrataSqlSource *source, guint32 row, StrataCell *cell) \
  {                                                                                    \
    get (source, prefix##_slice (source, row), cell);                                  \
  }

#define DEFINE_TABLE(prefix, is_actual)                                          \
  DEFINE_ROWS (prefix, is_actual)                                                \
  DEFINE_NUMBER (prefix, ts, strata_sql_slice_get_ts)                            \
  DEFINE_NUMBER (prefix, dur, strata_sql_slice_get_dur)                          \
  DEFINE_NUMBER (prefix, track_id, strata_sql_slice_get_track_id)                \
  DEFINE_NUMBER (prefix, arg_set_id, strata_sql_slice_get_arg_set_id)            \
  DEFINE_NUMBER (prefix, display_token, get_display_token)                       \
  DEFINE_NUMBER (prefix, surface_token, get_surface_token)                       \
  DEFINE_NUMBER (prefix, upid, get_upid)                                         \
  DEFINE_NUMBER (prefix, depth, strata_sql_slice_get_depth)                      \
  DEFINE_NUMBER (prefix, parent_id, strata_sql_slice_get_parent_id)              \
  DEFINE_ARG (prefix, layer, "layer")                                            \
                                                                                 \
  static guint32 prefix##_name (StrataSqlSource *source, guint32 row)            \
  {                                                                              \
    return strata_sql_slice_get_name (source, prefix##_slice (source, row));     \
  }                                                                              \
                                                                                 \
  static guint32 prefix##_category (StrataSqlSource *source, guint32 row)        \
  {                                                                              \
    return strata_sql_slice_get_category (source, prefix##_slice (source, row)); \
  }

/* clang-format off */
DEFINE_TABLE (expected, FALSE)
DEFINE_TABLE (actual, TRUE)
DEFINE_ARG (actual, present, "present")
DEFINE_ARG (actual, jank, "jank")
DEFINE_ARG (actual, prediction, "prediction")
DEFINE_ARG (actual, on_time, "on_time_finish")
DEFINE_ARG (actual, gpu, "gpu_composition")
DEFINE_ARG (actual, score, "severity_score")
DEFINE_ARG (actual, n_unsignaled, "latched_unsignaled_count")
DEFINE_ARG (actual, n_addressable, "addressable_unsignaled_latch_count")
DEFINE_ARG (actual, fence, "latched_fence_state")
DEFINE_CELL (actual, tag, get_tag)
DEFINE_CELL (actual, tag_tried, get_tag_tried)
DEFINE_CELL (actual, severity, get_severity)
/* clang-format on */

#define TIMELINE_COLUMNS(prefix)                                                                                                             \
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the slice: slice.id", 0, prefix##_id },                                                       \
      { "ts", STRATA_SQL_INTEGER, "ns", "When it began", 0, prefix##_ts },                                                                   \
      { "dur", STRATA_SQL_INTEGER, "ns", "How long it took; -1 if it did not finish", 0, prefix##_dur },                                     \
      { "track_id", STRATA_SQL_INTEGER, NULL, "Its track: track.id", 0, prefix##_track_id },                                                 \
      { "name", STRATA_SQL_TEXT, NULL, "Its token", 0, .string = prefix##_name },                                                            \
      { "category", STRATA_SQL_TEXT, NULL, "Its category", 0, .string = prefix##_category },                                                 \
      { "depth", STRATA_SQL_INTEGER, NULL, "Number of slices around it on its track", 0, prefix##_depth },                                   \
      { "parent_id", STRATA_SQL_INTEGER, NULL, "The slice around it: slice.id", 0, prefix##_parent_id },                                     \
      { "arg_set_id", STRATA_SQL_INTEGER, NULL, "Its arguments: args.arg_set_id", 0, prefix##_arg_set_id },                                  \
      { "display_frame_token", STRATA_SQL_INTEGER, NULL, "Token of the frame of the display", 0, prefix##_display_token },                   \
      { "surface_frame_token", STRATA_SQL_INTEGER, NULL, "Token of the frame of the app; NULL for the display", 0, prefix##_surface_token }, \
      { "upid", STRATA_SQL_INTEGER, NULL, "Its process: process.upid", 0, prefix##_upid },                                                   \
  {                                                                                                                                          \
    "layer_name", STRATA_SQL_TEXT, NULL, "Name of the layer", 0, .cell = prefix##_layer                                                      \
  }

static const StrataSqlColumn expected_columns[] = {
  TIMELINE_COLUMNS (expected),
};

const StrataSqlTable strata_sql_table_expected_frame = {
  .name = "expected_frame_timeline_slice",
  .doc = "When frames were expected, from FrameTimeline of Android in a Perfetto trace",
  .columns = expected_columns,
  .n_columns = G_N_ELEMENTS (expected_columns),
  .count = expected_count,
};

static const StrataSqlColumn actual_columns[] = {
  TIMELINE_COLUMNS (actual),
  { "present_type", STRATA_SQL_TEXT, NULL, "When it was shown", 0, .cell = actual_present },
  { "on_time_finish", STRATA_SQL_INTEGER, NULL, "1 if it was done in time", 0, .cell = actual_on_time },
  { "gpu_composition", STRATA_SQL_INTEGER, NULL, "1 if the GPU composed it", 0, .cell = actual_gpu },
  { "jank_type", STRATA_SQL_TEXT, NULL, "Why it was late, in the words of the system", 0, .cell = actual_jank },
  { "jank_severity_type", STRATA_SQL_TEXT, NULL, "How bad that is", 0, .cell = actual_severity },
  { "prediction_type", STRATA_SQL_TEXT, NULL, "Whether it was predicted", 0, .cell = actual_prediction },
  { "jank_tag", STRATA_SQL_TEXT, NULL, "Whose fault it is: Self Jank, Other Jank, Buffer Stuffing, SurfaceFlinger Stuffing, Dropped Frame, Non-perceivable Jank, No Jank or Unspecified", 0, .cell = actual_tag },
  { "jank_tag_experimental", STRATA_SQL_TEXT, NULL, "The same for another way to find jank, which Android tries out; NULL if the trace has none", 0, .cell = actual_tag_tried },
  { "jank_score", STRATA_SQL_REAL, NULL, "How bad the jank is as a number; NULL if the trace has none", 0, .cell = actual_score },
  { "latched_unsignaled_count", STRATA_SQL_INTEGER, NULL, "How many buffers the display took before they were drawn; NULL if the trace does not say", 0, .cell = actual_n_unsignaled },
  { "addressable_unsignaled_latch_count", STRATA_SQL_INTEGER, NULL, "How many of those could have been avoided; NULL if the trace does not say", 0, .cell = actual_n_addressable },
  { "latched_fence_state", STRATA_SQL_TEXT, NULL, "Whether the buffer was drawn when the display took it; NULL if the trace does not say", 0, .cell = actual_fence },
};

const StrataSqlTable strata_sql_table_actual_frame = {
  .name = "actual_frame_timeline_slice",
  .doc = "When frames were shown and why they were late, from FrameTimeline of Android in a Perfetto trace",
  .columns = actual_columns,
  .n_columns = G_N_ELEMENTS (actual_columns),
  .count = actual_count,
};
