/* strata-frames-timeline.c - frames that the system timed itself
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-frames-private.h"
#include "strata-order.h"
#include "strata-pair-key.h"

/* Perfetto traces have the frame timeline of SurfaceFlinger: for each frame and layer, its expected
 * and actual span, and why it janked. A process with a timeline gets these frames instead of those
 * inferred from markers. The markers still provide the slices of the UI and render threads, matched
 * by the token, which is the marker's number. */

#define EXPECTED_TRACK "Expected Timeline"

typedef struct
{
  guint32 process;
  gint64 token;
} Key;

/* A slice of the timeline. */
typedef struct
{
  Key key;
  gint64 display_token;
  gboolean is_surface;
  guint32 slice;
  StrataArg present; /* borrowed: part of @args */
  StrataArg jank;    /* the same */
  char *args;        /* owned: its arguments */
} Row;

typedef struct
{
  StrataFrameFinder *finder;
  GArray *actual;        /* (element-type Row) owned; by process and begin */
  GHashTable *expected;  /* (key-type Key) (value-type slice+1) owned */
  GHashTable *marked;    /* (key-type Key) (value-type frame+1) owned: frames by markers */
  GHashTable *processes; /* (key-type process+1) owned: those with a timeline */
  GArray *old_frames;    /* (element-type StrataFrameRow) owned */
  GArray *old_groups;    /* (element-type StrataFrameGroup) owned */
  GHashTable *displays;  /* (key-type token) (value-type frame+1) owned: frames of the compositor */
  StrataVsync *vsync;    /* owned; nullable: the VSYNCs inferred from the expected ends of the process */
} Timeline;

static guint
hash_key (gconstpointer data)
{
  const Key *key = data;

  return strata_int64_hash (&key->token) * 31 + key->process;
}

static gboolean
equal_keys (gconstpointer a,
            gconstpointer b)
{
  return ((const Key *) a)->process == ((const Key *) b)->process && ((const Key *) a)->token == ((const Key *) b)->token;
}

static void
add_key (GHashTable *table,
         Key key,
         guint32 index)
{
  g_hash_table_insert (table, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (index + 1));
}

/* Returns: STRATA_NONE if there is none */
static guint32
find_key (GHashTable *table,
          const Key *key)
{
  const guint place = GPOINTER_TO_UINT (g_hash_table_lookup (table, key));

  return place > 0 ? place - 1 : STRATA_NONE;
}

static gint64
get_number (const StrataArg *arg)
{
  char digits[32];

  g_strlcpy (digits, arg->value, MIN (sizeof digits, arg->n_value_bytes + 1));
  return g_ascii_strtoll (digits, NULL, 10);
}

/* Texts of several words are in quotes. */
static StrataArg
strip_quotes (StrataArg arg)
{
  if (arg.n_value_bytes >= 2 && arg.value[0] == '"')
    {
      arg.value++;
      arg.n_value_bytes -= 2;
    }

  return arg;
}

/* Returns: FALSE if it is not a frame */
static gboolean
read_row (const StrataFrameFinder *finder,
          guint32 slice,
          guint32 process,
          Row *row)
{
  const StrataAttrTable *attrs = strata_trace_get_attrs (finder->trace);
  const char *at;
  gboolean has_token = FALSE;
  StrataArg arg;

  *row = (Row){ .key = { process, -1 }, .display_token = -1, .slice = slice, .args = strata_attr_table_dup_args_of (attrs, strata_slice_table_get_attrs (finder->table, slice)) };
  at = row->args;
  while (strata_args_next (&at, &arg))
    if (strata_arg_has_key (&arg, "token"))
      {
        row->key.token = get_number (&arg);
        has_token = TRUE;
      }
    else if (strata_arg_has_key (&arg, "display_token"))
      {
        row->display_token = get_number (&arg);
        row->is_surface = TRUE;
      }
    else if (strata_arg_has_key (&arg, "present"))
      row->present = strip_quotes (arg);
    else if (strata_arg_has_key (&arg, "jank"))
      row->jank = strip_quotes (arg);

  return has_token;
}

/* A frame without a recorded end has no known expected end. */
static void
add_expected (Timeline *self,
              const Row *row)
{
  if ((strata_slice_table_get_flags (self->finder->table, row->slice) & STRATA_SLICE_UNFINISHED) == 0)
    add_key (self->expected, row->key, row->slice);
}

static void
list_track (Timeline *self,
            const StrataTrack *track)
{
  const char *name = strata_trace_get_string (self->finder->trace, track->name);
  const gboolean is_actual = strcmp (name, STRATA_FRAME_TIMELINE_TRACK) == 0;
  Row row;

  if (track->kind != STRATA_TRACK_ASYNC || (!is_actual && strcmp (name, EXPECTED_TRACK) != 0))
    return;

  for (guint32 slice = track->first_slice; slice < track->first_slice + track->n_slices; slice++)
    {
      const gboolean is_frame = read_row (self->finder, slice, track->process, &row);

      if (is_frame && is_actual && row.jank.key != NULL)
        {
          g_array_append_val (self->actual, row);
          g_hash_table_add (self->processes, GSIZE_TO_POINTER ((gsize) track->process + 1));
          continue;
        }

      if (is_frame && !is_actual)
        add_expected (self, &row);
      g_free (row.args);
    }
}

/* Kinds of jank that are not a late picture: more pictures were queued
 * than shown, or the jank was invisible. */
static gboolean
is_no_jank (const char *word,
            gsize n_bytes)
{
  static const char *const words[] = {
    "None",
    "Buffer Stuffing",
    "SurfaceFlinger Stuffing",
    "Non Animating",
    "Display not ON",
    "ModeChange in progress",
    "PowerModeChange in progress",
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i]) == n_bytes && memcmp (words[i], word, n_bytes) == 0)
      return TRUE;

  return FALSE;
}

static gboolean
is_text (const StrataArg *arg,
         const char *text)
{
  return arg->n_value_bytes == strlen (text) && memcmp (arg->value, text, arg->n_value_bytes) == 0;
}

/* Kinds are separated by ", ". */
static gboolean
has_jank (const StrataArg *jank)
{
  const char *at = jank->value;
  const char *const end = at + jank->n_value_bytes;

  while (at < end)
    {
      const char *comma = memchr (at, ',', (gsize) (end - at));
      const char *word_end = comma != NULL ? comma : end;

      if (!is_no_jank (at, (gsize) (word_end - at)))
        return TRUE;

      at = MIN (word_end + 2, end);
    }

  return FALSE;
}

/* The system's verdict; frames that it did not judge are judged by the expected end. Some kinds of jank are about pictures that
 * were not late, such as one that was shown too early because a prediction was wrong. */
static StrataFrameVerdict
get_verdict (const StrataFrameRow *frame,
             const Row *row)
{
  if (frame->verdict == STRATA_FRAME_UNFINISHED)
    return STRATA_FRAME_UNFINISHED;
  if (is_text (&row->present, "Dropped Frame"))
    return STRATA_FRAME_DROPPED;
  if (is_text (&row->present, "Early Present") || is_text (&row->present, "On-time Present"))
    return STRATA_FRAME_ON_TIME;
  if (is_text (&row->jank, "Unspecified") && !is_text (&row->present, "Late Present"))
    return STRATA_FRAME_UNJUDGED;
  if (!is_text (&row->jank, "Unspecified") && !has_jank (&row->jank))
    return STRATA_FRAME_ON_TIME;

  return frame->period_ns > 0 && frame->overrun_ns >= frame->period_ns ? STRATA_FRAME_VERY_LATE : STRATA_FRAME_LATE;
}

/* By the recorded VSYNCs, or those that the expected ends of a process follow, since the expected duration of a frame
 * is not always one period. Without either, the expected duration is all that is known. */
static gint64
find_period (const Timeline *self,
             gint64 deadline_ns,
             gint64 expected_ns,
             gboolean is_surface)
{
  const StrataVsync *recorded = is_surface ? self->finder->app_vsync : self->finder->system_vsync;
  gint64 period_ns = recorded != NULL && recorded->counter != STRATA_NONE ? strata_vsync_get_period_ns (recorded, deadline_ns) : 0;

  if (period_ns == 0 && self->vsync != NULL)
    period_ns = strata_vsync_get_period_ns (self->vsync, deadline_ns);

  return period_ns > 0 ? period_ns : expected_ns;
}

static void
set_expected (const Timeline *self,
              StrataFrameRow *frame,
              guint32 expected,
              gboolean is_surface)
{
  const StrataSliceTable *table = self->finder->table;

  if (expected == STRATA_NONE)
    return;

  frame->rule = STRATA_DEADLINE_TIMELINE;
  frame->vsync_ns = table->start_ns[expected];
  frame->deadline_ns = strata_slice_table_get_end_ns (table, expected);
  frame->overrun_ns = frame->end_ns - frame->deadline_ns;
  if (frame->period_ns == 0)
    frame->period_ns = find_period (self, frame->deadline_ns, strata_slice_table_get_wall_ns (table, expected), is_surface);
}

/* Copies what the markers show of the same frame, clamped to it. */
static void
join (StrataFrameRow *frame,
      const StrataFrameRow *marked)
{
  frame->is_joined_by_id = TRUE;
  frame->is_resynced = marked->is_resynced;
  frame->ui_slice = marked->ui_slice != STRATA_NONE ? marked->ui_slice : frame->ui_slice;
  frame->render_slice = marked->render_slice;
  frame->render_thread = marked->render_thread;
  frame->ui_end_ns = CLAMP (marked->ui_end_ns, frame->begin_ns, frame->end_ns);
  frame->render_begin_ns = CLAMP (marked->render_begin_ns, frame->ui_end_ns, frame->end_ns);
  frame->render_end_ns = CLAMP (marked->render_end_ns, frame->render_begin_ns, frame->end_ns);
  frame->counter = marked->counter;
  frame->period_ns = marked->period_ns;
}

static StrataFrameRow
make_frame (const Timeline *self,
            const Row *row)
{
  StrataFrameRow frame = strata_frame_finder_make (self->finder, row->slice);
  const guint32 marked = find_key (self->marked, &row->key);

  frame.id = row->key.token;
  frame.timeline_slice = row->slice;
  if (marked != STRATA_NONE)
    join (&frame, &g_array_index (self->old_frames, StrataFrameRow, marked));
  set_expected (self, &frame, find_key (self->expected, &row->key), row->is_surface);
  if (row->is_surface)
    frame.system_frame = find_key (self->displays, &(Key){ 0, row->display_token });

  frame.verdict = get_verdict (&frame, row);
  return frame;
}

/* The main thread of a process, which may have no slices. */
static guint32
find_main_thread (const Timeline *self,
                  guint32 process)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (self->finder->trace, &n_threads);

  for (guint i = 0; i < n_threads; i++)
    if (threads[i].process == process && strata_frame_finder_is_main (self->finder, i))
      return i;

  return STRATA_NONE;
}

static StrataFrameProducer
get_producer (const Timeline *self,
              guint32 process)
{
  for (guint i = 0; i < self->old_groups->len; i++)
    {
      const StrataFrameGroup *group = &g_array_index (self->old_groups, StrataFrameGroup, i);

      if (group->process == process && group->producer == STRATA_PRODUCER_COMPOSE)
        return STRATA_PRODUCER_COMPOSE;
    }

  return STRATA_PRODUCER_CHOREOGRAPHER;
}

/* The badness of a verdict: a frame is as late as its latest layer. */
static guint
get_badness (const StrataFrameRow *frame)
{
  static const guint8 badness[STRATA_N_FRAME_VERDICTS] = {
    [STRATA_FRAME_UNFINISHED] = 0,
    [STRATA_FRAME_UNJUDGED] = 1,
    [STRATA_FRAME_ON_TIME] = 2,
    [STRATA_FRAME_LATE] = 3,
    [STRATA_FRAME_VERY_LATE] = 4,
    [STRATA_FRAME_DROPPED] = 5,
  };

  return badness[frame->verdict];
}

/* Of layers with the same verdict, the frame is done with the last one. */
static gboolean
is_worse (const StrataFrameRow *frame,
          const StrataFrameRow *than)
{
  const guint badness = get_badness (frame);
  const guint other = get_badness (than);

  return badness > other || (badness == other && frame->end_ns > than->end_ns);
}

/* A process may draw several layers for one VSYNC, each with its own row. As in Perfetto's jank metrics, they are one
 * frame, and the worst of them counts. Frames without a token cannot be matched. */
static void
count_once (GArray *frames)
{
  g_autoptr (GHashTable) worst = g_hash_table_new (strata_int64_hash, g_int64_equal);

  for (guint i = 0; i < frames->len; i++)
    {
      StrataFrameRow *frame = &g_array_index (frames, StrataFrameRow, i);
      StrataFrameRow *known = frame->id >= 0 ? g_hash_table_lookup (worst, &frame->id) : NULL;

      if (frame->id < 0)
        continue;

      frame->is_repeated = known != NULL && !is_worse (frame, known);
      if (frame->is_repeated)
        continue;

      if (known != NULL)
        known->is_repeated = TRUE;
      g_hash_table_replace (worst, &frame->id, frame);
    }
}

/* Infers VSYNCs from when frames of a process were expected to be done. */
static void
infer_vsync (Timeline *self,
             guint32 process)
{
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (gint64));
  GHashTableIter iter;
  gpointer key;
  gpointer value;
  guint n = 0;

  g_hash_table_iter_init (&iter, self->expected);
  while (g_hash_table_iter_next (&iter, &key, &value))
    if (((const Key *) key)->process == process)
      {
        const gint64 end_ns = strata_slice_table_get_end_ns (self->finder->table, GPOINTER_TO_UINT (value) - 1);

        g_array_append_val (ends, end_ns);
      }

  g_array_sort (ends, strata_order_i64);
  for (guint i = 0; i < ends->len; i++)
    if (i == 0 || g_array_index (ends, gint64, i) != g_array_index (ends, gint64, n - 1))
      g_array_index (ends, gint64, n++) = g_array_index (ends, gint64, i);

  g_clear_pointer (&self->vsync, strata_vsync_free);
  self->vsync = strata_vsync_new_from_times ((const gint64 *) (gpointer) ends->data, n);
}

/* Adds the frames that a process made for the display, or those that it made for other processes. */
static void
add_process (Timeline *self,
             guint32 process,
             gboolean is_surface)
{
  const guint32 thread = find_main_thread (self, process);
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (StrataFrameRow));
  const guint first = self->finder->frames->frames->len;

  /* in a damaged file, the process of the frames may be missing; skip them */
  if (thread == STRATA_NONE)
    return;

  infer_vsync (self, process);
  for (guint i = 0; i < self->actual->len; i++)
    {
      const Row *row = &g_array_index (self->actual, Row, i);

      if (row->key.process == process && row->is_surface == is_surface)
        {
          const StrataFrameRow frame = make_frame (self, row);

          g_array_append_val (frames, frame);
        }
    }

  count_once (frames);
  strata_frame_finder_add_group (self->finder, thread, is_surface ? get_producer (self, process) : STRATA_PRODUCER_SYSTEM, frames);
  for (guint i = first; i < self->finder->frames->frames->len && !is_surface; i++)
    add_key (self->displays, (Key){ 0, g_array_index (self->finder->frames->frames, StrataFrameRow, i).id }, i);
}

/* Whether the timeline replaces a group of frames by markers. Frames of engines are not in it. */
static gboolean
is_replaced (const Timeline *self,
             const StrataFrameGroup *group)
{
  return group->producer <= STRATA_PRODUCER_SYSTEM && find_main_thread (self, group->process) != STRATA_NONE &&
         g_hash_table_contains (self->processes, GSIZE_TO_POINTER ((gsize) group->process + 1));
}

static void
list_marked (Timeline *self)
{
  for (guint i = 0; i < self->old_frames->len; i++)
    {
      const StrataFrameRow *frame = &g_array_index (self->old_frames, StrataFrameRow, i);
      const StrataFrameGroup *group = &g_array_index (self->old_groups, StrataFrameGroup, frame->group);

      if (frame->id >= 0 && is_replaced (self, group))
        add_key (self->marked, (Key){ group->process, frame->id }, i);
    }
}

/* Moves groups that stay to the front; the system frames that showed them may be gone. */
static void
keep_others (Timeline *self)
{
  StrataFrames *frames = self->finder->frames;
  g_autofree guint32 *places = g_new (guint32, self->old_frames->len + 1);

  memset (places, 0xff, (self->old_frames->len + 1) * sizeof *places);
  for (guint i = 0; i < self->old_groups->len; i++)
    {
      StrataFrameGroup group = g_array_index (self->old_groups, StrataFrameGroup, i);

      if (is_replaced (self, &group))
        continue;

      for (guint32 j = group.first_frame; j < group.first_frame + group.n_frames; j++)
        {
          StrataFrameRow frame = g_array_index (self->old_frames, StrataFrameRow, j);

          places[j] = frames->frames->len;
          frame.group = frames->groups->len;
          g_array_append_val (frames->frames, frame);
        }
      group.first_frame = frames->frames->len - group.n_frames;
      g_array_append_val (frames->groups, group);
    }

  for (guint i = 0; i < frames->frames->len; i++)
    {
      guint32 *system = &g_array_index (frames->frames, StrataFrameRow, i).system_frame;

      *system = *system != STRATA_NONE ? places[*system] : STRATA_NONE;
    }
}

static void
replace (Timeline *self)
{
  StrataFrames *frames = self->finder->frames;
  guint n_processes;

  strata_trace_get_processes (self->finder->trace, &n_processes);
  self->old_frames = g_steal_pointer (&frames->frames);
  self->old_groups = g_steal_pointer (&frames->groups);
  frames->frames = g_array_new (FALSE, FALSE, sizeof (StrataFrameRow));
  frames->groups = g_array_new (FALSE, FALSE, sizeof (StrataFrameGroup));
  list_marked (self);
  keep_others (self);

  /* the compositor first, so that app frames find the frame that showed them */
  for (guint is_surface = 0; is_surface < 2; is_surface++)
    for (guint i = 0; i < n_processes; i++)
      if (g_hash_table_contains (self->processes, GSIZE_TO_POINTER ((gsize) i + 1)))
        add_process (self, i, is_surface != 0);

  g_array_unref (self->old_frames);
  g_array_unref (self->old_groups);
}

void
strata_frames_find_timeline (StrataFrameFinder *finder)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (finder->trace, &n_tracks);
  Timeline self = {
    .finder = finder,
    .actual = g_array_new (FALSE, FALSE, sizeof (Row)),
    .expected = g_hash_table_new_full (hash_key, equal_keys, g_free, NULL),
    .marked = g_hash_table_new_full (hash_key, equal_keys, g_free, NULL),
    .processes = g_hash_table_new (NULL, NULL),
    .displays = g_hash_table_new_full (hash_key, equal_keys, g_free, NULL),
  };

  for (guint i = 0; i < n_tracks; i++)
    list_track (&self, &tracks[i]);
  if (self.actual->len > 0)
    replace (&self);

  for (guint i = 0; i < self.actual->len; i++)
    g_free (g_array_index (self.actual, Row, i).args);
  g_array_unref (self.actual);
  g_hash_table_unref (self.expected);
  g_hash_table_unref (self.marked);
  g_hash_table_unref (self.processes);
  g_hash_table_unref (self.displays);
  strata_vsync_free (self.vsync);
}
