/* strata-causes.c - why something took so long
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-causes-private.h"
#include "strata-frames-names.h"
#include "strata-pair-key.h"

/* The time in question is cut into pieces, each lost to one thing, so that the shares add up to 1: from the VSYNC to the start, the UI thread's part, the gap before
 * the render side, and the render side. Pieces of the same kind, thread, name and detail are one cause. Remarks about several pieces are added: that most of the time
 * is the render side's, and that the CPUs or the GPU were slow. They are shown with parts: the render side's work under the first, slow CPUs under the work that they
 * slowed down, a slow GPU under the wait for it. Killed processes take no time. So the causes without a parent add up to at most 1, and no part exceeds its parent. */

/* Kinds whose pieces are one cause whatever slice they are in. */
static gboolean
is_by_thread (StrataCauseKind kind)
{
  return kind == STRATA_CAUSE_CPU || kind == STRATA_CAUSE_LOCK;
}

/* Keys are text, of kinds, threads and ids. */
static char *
dup_key (const StrataCause *cause)
{
  return g_strdup_printf ("%d %u %u %u %u", cause->kind, cause->thread, is_by_thread (cause->kind) ? 0 : cause->name,
                          cause->kind == STRATA_CAUSE_CPU ? 0 : cause->detail, cause->kind == STRATA_CAUSE_LOCK ? cause->other : 0);
}

StrataCause *
strata_causes_add (StrataCauses *self,
                   const StrataCause *cause,
                   gint64 ns)
{
  g_autofree char *key = dup_key (cause);
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, key));

  if (ns <= 0)
    return NULL;

  if (place == 0)
    {
      g_array_append_val (self->causes, *cause);
      g_array_index (self->causes, StrataCause, self->causes->len - 1).parent = STRATA_NONE;
      place = self->causes->len;
      g_hash_table_insert (self->places, g_steal_pointer (&key), GUINT_TO_POINTER (place));
    }

  StrataCause *row = &g_array_index (self->causes, StrataCause, place - 1);

  row->total_ns = strata_time_add (row->total_ns, ns);
  row->n_places++;
  row->is_inferred |= cause->is_inferred;
  if (ns > row->longest_ns)
    {
      row->longest_ns = ns;
      row->slice = cause->slice;
      row->begin_ns = cause->begin_ns;
      row->name = cause->name;
      row->other = cause->other;
      row->is_by_interrupt = cause->is_by_interrupt;
    }

  return row;
}

static StrataCauses *
new_empty (StrataTrace *trace)
{
  StrataCauses *self = g_new0 (StrataCauses, 1);

  self->trace = g_object_ref (trace);
  self->causes = g_array_new (FALSE, TRUE, sizeof (StrataCause));
  self->places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->occupants = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, g_free);
  self->process = STRATA_NONE;
  self->gpu = STRATA_NONE;
  return self;
}

/**
 * strata_causes_sum_states:
 * @trace: a trace
 * @thread: index of a thread
 * @span: a span of time
 * @states_ns: (inout) (array fixed-size=10): how long the thread was in each #StrataState inside @span is added to these
 *
 * Sums how long a thread was in each state in @span.
 */
void
strata_causes_sum_states (StrataTrace *trace,
                          guint32 thread,
                          StrataSpan span,
                          gint64 states_ns[STRATA_N_STATES])
{
  const StrataStates *states = strata_trace_get_states (trace);
  const StrataThread *row = strata_trace_get_threads (trace, NULL) + thread;

  for (guint32 i = strata_states_find (states, row, span.begin_ns); i < row->first_state + row->n_states && states->start_ns[i] < span.end_ns; i++)
    states_ns[strata_states_get (states, i)] += MAX (MIN (strata_states_get_end_ns (states, row, i), span.end_ns) - MAX (states->start_ns[i], span.begin_ns), 0);
}

static void
add_part (StrataCauses *self,
          guint32 thread,
          gint64 begin_ns,
          gint64 end_ns)
{
  const StrataSpan span = { begin_ns, end_ns };

  if (thread != STRATA_NONE && end_ns > begin_ns)
    strata_causes_walk (self, thread, span, strata_causes_add_piece);
}

guint32
strata_causes_find_top (const StrataCauses *self,
                        guint32 slice)
{
  for (guint32 parent = slice; parent != STRATA_NONE; parent = strata_trace_find_parent (self->trace, slice))
    slice = parent;

  return slice;
}

/* Whether a thread had nothing to do, as far as known. */
static gboolean
is_idle (StrataState state)
{
  return state == STRATA_STATE_UNKNOWN || state == STRATA_STATE_SLEEPING || state == STRATA_STATE_STOPPED || state == STRATA_STATE_DEAD;
}

static gboolean
is_recorded (StrataCauses *self,
             guint32 thread)
{
  const StrataThread *row = strata_trace_get_threads (self->trace, NULL) + thread;

  return row->track != STRATA_NONE || row->n_states > 0;
}

/* Before a frame begins, its thread is busy with something else, runs without a slice, waits for a
 * CPU or in the kernel, or is idle because the VSYNC has not been signaled to it. */
static void
add_piece_before (StrataCauses *self,
                  const StrataCausePiece *piece)
{
  const StrataStates *states = strata_trace_get_states (self->trace);
  const StrataSliceTable *table = strata_trace_get_slices (self->trace);
  const StrataState state = piece->state != STRATA_NONE ? strata_states_get (states, piece->state) : STRATA_STATE_UNKNOWN;
  StrataCause cause = { .kind = STRATA_CAUSE_VSYNC, .thread = piece->thread, .other = STRATA_NONE, .slice = STRATA_NONE, .begin_ns = piece->begin_ns };
  gint64 id;

  if (piece->slice == STRATA_NONE && !is_idle (state))
    {
      strata_causes_add_piece (self, piece);
      return;
    }

  if (piece->slice != STRATA_NONE)
    {
      cause.slice = strata_causes_find_top (self, piece->slice);
      cause.name = table->name[cause.slice];
      cause.kind = strata_frame_mark_parse (strata_trace_get_string (self->trace, cause.name), &id) != STRATA_MARK_NONE ? STRATA_CAUSE_PREVIOUS : STRATA_CAUSE_TASK;
    }
  else if (!is_recorded (self, piece->thread))
    cause.kind = STRATA_CAUSE_UNKNOWN;
  else
    cause.is_inferred = state == STRATA_STATE_UNKNOWN;

  strata_causes_add (self, &cause, piece->end_ns - piece->begin_ns);
}

/* Between the parts, the render thread is still drawing the previous frame, or is not notified yet. */
static void
add_gap (StrataCauses *self,
         const StrataFrameRow *frame,
         guint32 thread)
{
  const StrataCause cause = { .kind = STRATA_CAUSE_RENDER, .thread = thread, .other = STRATA_NONE, .slice = STRATA_NONE, .begin_ns = frame->ui_end_ns };

  strata_causes_add (self, &cause, frame->render_begin_ns - frame->ui_end_ns);
}

void
strata_causes_add_occupant (StrataCauses *self,
                            guint32 thread,
                            guint32 other,
                            gint64 ns)
{
  const gint64 key = (gint64) ((guint64) thread << 32 | other);
  gint64 *sum_ns = g_hash_table_lookup (self->occupants, &key);

  if (sum_ns == NULL)
    {
      sum_ns = g_new0 (gint64, 1);
      g_hash_table_insert (self->occupants, g_memdup2 (&key, sizeof key), sum_ns);
    }

  *sum_ns = strata_time_add (*sum_ns, ns);
}

/* Adds the render side's part if it made the frame late. */
static void
add_render_late (StrataCauses *self,
                 const StrataFrameRow *frame,
                 guint32 thread)
{
  const gint64 render_ns = strata_frame_get_render_ns (frame);
  const StrataCause cause = { .kind = STRATA_CAUSE_RENDER_LATE, .thread = thread, .other = STRATA_NONE, .slice = frame->render_slice, .begin_ns = MAX (frame->render_begin_ns, frame->ui_end_ns) };

  /* if one thread does everything, there is no render side */
  if (frame->ui_slice == STRATA_NONE || strata_trace_find_thread (self->trace, frame->ui_slice) == thread)
    return;
  if (frame->overrun_ns > 0 && frame->ui_end_ns <= frame->deadline_ns && 2 * render_ns > self->total_ns)
    strata_causes_add (self, &cause, render_ns);
}

/* After the render thread has queued its buffer, the GPU draws. */
static void
add_gpu (StrataCauses *self,
         guint32 thread,
         StrataSpan span)
{
  const StrataCause cause = { .kind = STRATA_CAUSE_GPU, .thread = thread, .other = STRATA_NONE, .slice = STRATA_NONE, .begin_ns = span.begin_ns };
  StrataCause *row = strata_causes_add (self, &cause, strata_span_get_length_ns (span));

  if (row != NULL)
    strata_causes_add_gpu_speed (self, span, row);
}

static void
add_render_side (StrataCauses *self,
                 const StrataFrames *frames,
                 const StrataFrameRow *frame,
                 gint64 end_ns)
{
  guint n_frames;
  guint n_groups;
  const StrataFrameRow *system = frame->system_frame != STRATA_NONE ? strata_frames_get (frames, &n_frames) + frame->system_frame : NULL;
  guint32 thread = frame->render_thread;

  if (thread == STRATA_NONE && system != NULL)
    thread = strata_frames_get_groups (frames, &n_groups)[system->group].thread;
  if (thread == STRATA_NONE)
    return;

  add_gap (self, frame, thread);

  const gint64 begin_ns = MAX (frame->render_begin_ns, frame->ui_end_ns);
  const gint64 last_ns = MIN (frame->render_end_ns, end_ns);
  const gint64 drawn_ns = frame->drawn_ns != 0 ? CLAMP (frame->drawn_ns, begin_ns, last_ns) : last_ns;

  add_part (self, thread, begin_ns, drawn_ns);
  add_gpu (self, thread, (StrataSpan){ drawn_ns, last_ns });
  add_render_late (self, frame, thread);
}

/* A frame of the system's timeline without markers has no thread; its app's UI thread made it. */
static guint32
find_ui_thread (StrataTrace *trace,
                const StrataFrameRow *row,
                const StrataFrameGroup *group)
{
  const guint32 thread = row->ui_slice != STRATA_NONE ? strata_trace_find_thread (trace, row->ui_slice) : STRATA_NONE;

  return thread != STRATA_NONE ? thread : group->thread;
}

/* The time before the frame explains nothing if neither slices nor states of the thread were recorded. */
static StrataCauseFunc
get_func_before (StrataTrace *trace,
                 const StrataFrameRow *row,
                 guint32 ui_thread)
{
  const gboolean has_slices = strata_trace_find_thread (trace, row->ui_slice) != STRATA_NONE;

  return has_slices || strata_trace_get_threads (trace, NULL)[ui_thread].n_states > 0 ? add_piece_before : strata_causes_add_piece;
}

/**
 * strata_causes_new_for_frame:
 * @frames: frames
 * @frame: index of one of them
 *
 * Finds the causes of a frame's duration, from its VSYNC to its end. If the frame's own part missed the deadline, the
 * later work of render_service is left out.
 *
 * Returns: (transfer full): the causes
 */
StrataCauses *
strata_causes_new_for_frame (const StrataFrames *frames,
                             guint32 frame)
{
  guint n_frames;
  guint n_groups;
  const StrataFrameRow *row = strata_frames_get (frames, &n_frames) + frame;
  const StrataFrameGroup *group = strata_frames_get_groups (frames, &n_groups) + row->group;
  const guint32 ui_thread = find_ui_thread (strata_frames_get_trace (frames), row, group);
  const gboolean is_own = row->rule == STRATA_DEADLINE_EXPECTED_END;
  const gint64 begin_ns = row->vsync_ns != STRATA_NO_TIME ? MIN (row->vsync_ns, row->begin_ns) : row->begin_ns;
  const gint64 end_ns = is_own && row->render_slice == STRATA_NONE ? row->ui_end_ns : row->end_ns;
  StrataCauses *self = new_empty (strata_frames_get_trace (frames));

  self->process = group->process;
  self->total_ns = end_ns - begin_ns;
  if (row->ui_slice != STRATA_NONE && ui_thread != STRATA_NONE)
    {
      const StrataSpan before = { begin_ns, row->begin_ns };

      if (begin_ns < row->begin_ns)
        strata_causes_walk (self, ui_thread, before, get_func_before (self->trace, row, ui_thread));
      add_part (self, ui_thread, row->begin_ns, row->ui_end_ns);
      strata_causes_sum_states (self->trace, ui_thread, (StrataSpan){ row->begin_ns, row->ui_end_ns }, self->states_ns);
    }

  if (end_ns > row->ui_end_ns)
    add_render_side (self, frames, row, end_ns);
  if (ui_thread != STRATA_NONE || row->render_thread != STRATA_NONE)
    strata_causes_add_kills (self, ui_thread != STRATA_NONE ? ui_thread : row->render_thread, (StrataSpan){ begin_ns, end_ns });
  return strata_causes_finish (self);
}

/**
 * strata_causes_new_for_slice:
 * @trace: a trace
 * @slice: index of a slice of a thread
 *
 * Finds the causes of a slice's duration.
 *
 * Returns: (transfer full): the causes; none for an asynchronous slice
 */
StrataCauses *
strata_causes_new_for_slice (StrataTrace *trace,
                             guint32 slice)
{
  g_return_val_if_fail (STRATA_IS_TRACE (trace), NULL);

  const StrataSliceTable *table = strata_trace_get_slices (trace);
  const guint32 thread = slice < table->first_async ? strata_trace_find_thread (trace, slice) : STRATA_NONE;
  const StrataSpan span = { table->start_ns[slice], strata_slice_table_get_end_ns (table, slice) };
  StrataCauses *self = new_empty (trace);

  self->total_ns = strata_span_get_length_ns (span);
  if (thread != STRATA_NONE)
    {
      self->process = strata_trace_get_threads (trace, NULL)[thread].process;
      add_part (self, thread, span.begin_ns, span.end_ns);
      strata_causes_add_kills (self, thread, span);
      strata_causes_sum_states (trace, thread, span, self->states_ns);
    }

  return strata_causes_finish (self);
}

void
strata_causes_free (StrataCauses *self)
{
  if (self == NULL)
    return;

  g_object_unref (self->trace);
  g_array_unref (self->causes);
  g_clear_pointer (&self->places, g_hash_table_unref);
  g_clear_pointer (&self->occupants, g_hash_table_unref);
  strata_clusters_free (self->clusters);
  g_free (self);
}

/**
 * strata_causes_get:
 * @self: causes
 * @n_causes: (out): how many there are
 *
 * Returns: (transfer none) (array length=n_causes): the causes, largest first
 */
const StrataCause *
strata_causes_get (const StrataCauses *self,
                   guint *n_causes)
{
  *n_causes = self->causes->len;
  return (const StrataCause *) (gpointer) self->causes->data;
}

/**
 * strata_causes_get_main:
 * @self: causes
 *
 * A delay by the render thread is not an answer: the work of that thread is.
 *
 * Returns: (transfer none) (nullable): the largest cause that is a piece of the time, not a remark; the first cause if there is
 *   none; %NULL without causes
 */
const StrataCause *
strata_causes_get_main (const StrataCauses *self)
{
  guint n_causes;
  const StrataCause *causes = strata_causes_get (self, &n_causes);

  for (guint i = 0; i < n_causes; i++)
    if (causes[i].kind < STRATA_CAUSE_RENDER_LATE)
      return &causes[i];

  return n_causes > 0 ? causes : NULL;
}

gint64
strata_causes_get_total_ns (const StrataCauses *self)
{
  return self->total_ns;
}

/* Returns: (array fixed-size=10): how long the thread was in each StrataState; for a frame, its UI
 * thread during the UI part. */
const gint64 *
strata_causes_get_states_ns (const StrataCauses *self)
{
  return self->states_ns;
}
