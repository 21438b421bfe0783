/* strata-frames-harmony.c - the frames of HarmonyOS apps and of render_service
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-frames-private.h"
#include "strata-pair-key.h"

/* A frame is a ReceiveVsync, of an app or of render_service; on threads other than the main one, an
 * OnVsyncEvent. Its name has the VSYNC and the deadline in a monotonic clock, which may differ from
 * the clock of the trace: then no frame begins shortly after its VSYNC, and the offset is taken
 * from the frame that begins soonest.
 *
 * Inside, an app hands transactions over and render_service takes them, which joins the two. The
 * GPU's part begins during the frame of render_service, or after it and before the next. */

/* If a trace has one clock, at least one frame begins this soon after its VSYNC. */
#define SAME_CLOCK_NS G_GINT64_CONSTANT (100000000)

/* An expected duration outside of these limits is not of a display. */
#define MIN_EXPECTED_NS G_GINT64_CONSTANT (2000000)
#define MAX_EXPECTED_NS G_GINT64_CONSTANT (1100000000)

/* More about a frame, by its index. */
typedef struct
{
  StrataVsyncArgs args;
  guint first_flag;
  guint n_flags;
  gboolean is_composed;
} Note;

typedef struct
{
  StrataFrameFinder *finder; /* borrowed */
  GArray *notes;             /* (element-type Note) owned; of the frames from @first_frame on */
  GArray *flags;             /* (element-type StrataPairKey) owned: of transactions, the process and the number */
  guint first_frame;
} Harmony;

static const char *
get_name (const Harmony *self,
          guint32 slice)
{
  return strata_trace_get_string (self->finder->trace, self->finder->table->name[slice]);
}

static void
take_flags (Harmony *self,
            Note *note,
            const char *name)
{
  const char *cursor = name;
  gint64 pid;
  gint64 number;

  if (note->n_flags == 0)
    note->first_flag = self->flags->len;

  while (strata_transaction_flag_next (&cursor, &pid, &number))
    {
      const StrataPairKey flag = { (guint64) pid, (guint64) number };

      g_array_append_val (self->flags, flag);
      note->n_flags++;
    }
}

/* Slices inside a frame show what its own name does not. */
static void
take_inner (Harmony *self,
            Note *note,
            const StrataFrameMarkRow *row)
{
  StrataVsyncArgs args;

  switch (row->mark)
    {
    case STRATA_MARK_RECEIVE_VSYNC:
    case STRATA_MARK_ON_VSYNC:
    case STRATA_MARK_UI_VSYNC_TASK:
      strata_vsync_args_parse (get_name (self, row->slice), &args);
      if (note->args.now_ns == STRATA_NO_TIME)
        note->args.now_ns = args.now_ns;
      if (note->args.expected_end_ns == STRATA_NO_TIME)
        note->args.expected_end_ns = args.expected_end_ns;
      if (note->args.vsync_id == STRATA_FRAME_NO_ID)
        note->args.vsync_id = args.vsync_id;
      break;
    case STRATA_MARK_MARSHAL:
    case STRATA_MARK_PROCESS_COMMAND:
      take_flags (self, note, get_name (self, row->slice));
      break;
    case STRATA_MARK_COMPOSITION:
      note->is_composed = TRUE;
      break;
    case STRATA_MARK_NONE:
    case STRATA_MARK_DO_FRAME:
    case STRATA_MARK_TRAVERSALS:
    case STRATA_MARK_DRAW_FRAME:
    case STRATA_MARK_SYNC:
    case STRATA_MARK_QUEUE_BUFFER:
    case STRATA_MARK_SWAP:
    case STRATA_MARK_FENCE:
    case STRATA_MARK_SIGNALED:
    case STRATA_MARK_GPU_WAIT:
    case STRATA_MARK_RESYNC:
    case STRATA_MARK_COMPOSE:
    case STRATA_MARK_FLUTTER_UI:
    case STRATA_MARK_FLUTTER_RASTER:
    case STRATA_MARK_COMMIT:
    case STRATA_MARK_COMPOSITE:
    case STRATA_MARK_LATCH:
    case STRATA_MARK_GPU:
      break;
    }
}

/* Whether a mark begins a frame of its thread. */
static gboolean
is_frame (const Harmony *self,
          const StrataFrameMarks *marks,
          guint i)
{
  if (marks->rows[i].mark == STRATA_MARK_RECEIVE_VSYNC)
    return TRUE;

  return marks->rows[i].mark == STRATA_MARK_ON_VSYNC && !strata_frame_finder_is_main (self->finder, marks->thread);
}

static gboolean
is_render_service (const Harmony *self,
                   guint32 thread)
{
  const guint32 process = strata_frame_finder_get_process (self->finder, thread);
  const StrataProcess *processes = strata_trace_get_processes (self->finder->trace, NULL);

  return process != STRATA_NONE && g_str_equal (strata_trace_get_string (self->finder->trace, processes[process].name), "render_service");
}

static void
add_thread (Harmony *self,
            const StrataFrameMarks *marks)
{
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (StrataFrameRow));
  gboolean is_system = is_render_service (self, marks->thread);

  for (guint i = 0; i < marks->n_rows;)
    {
      if (!is_frame (self, marks, i))
        {
          is_system |= marks->rows[i].mark == STRATA_MARK_PROCESS_COMMAND;
          i++;
          continue;
        }

      const guint32 end = self->finder->table->subtree_end[marks->rows[i].slice];
      Note note = { .args = { STRATA_NO_TIME, STRATA_NO_TIME, STRATA_FRAME_NO_ID } };
      StrataFrameRow frame = strata_frame_finder_make (self->finder, marks->rows[i].slice);

      for (; i < marks->n_rows && marks->rows[i].slice < end; i++)
        {
          is_system |= marks->rows[i].mark == STRATA_MARK_PROCESS_COMMAND;
          take_inner (self, &note, &marks->rows[i]);
        }

      frame.id = note.args.vsync_id;
      g_array_append_val (frames, frame);
      g_array_append_val (self->notes, note);
    }

  strata_frame_finder_add_group (self->finder, marks->thread, is_system ? STRATA_PRODUCER_SYSTEM : STRATA_PRODUCER_ARKUI, frames);
}

static StrataFrameRow *
get_frame (const Harmony *self,
           guint note)
{
  return &g_array_index (self->finder->frames->frames, StrataFrameRow, self->first_frame + note);
}

static gboolean
is_system (const Harmony *self,
           guint note)
{
  return g_array_index (self->finder->frames->groups, StrataFrameGroup, get_frame (self, note)->group).is_system;
}

static void
find_clock_offset (Harmony *self)
{
  gint64 soonest_ns = G_MAXINT64;

  for (guint i = 0; i < self->notes->len; i++)
    {
      const gint64 now_ns = g_array_index (self->notes, Note, i).args.now_ns;

      if (now_ns != STRATA_NO_TIME)
        soonest_ns = MIN (soonest_ns, get_frame (self, i)->begin_ns - now_ns);
    }

  if (soonest_ns != G_MAXINT64 && ABS (soonest_ns) >= SAME_CLOCK_NS)
    self->finder->frames->clock_offset_ns = soonest_ns;
}

static gboolean
has_expected_end (const StrataVsyncArgs *args)
{
  if (args->now_ns == STRATA_NO_TIME || args->expected_end_ns == STRATA_NO_TIME)
    return FALSE;

  const gint64 length_ns = strata_time_add (args->expected_end_ns, -args->now_ns);

  return length_ns >= MIN_EXPECTED_NS && length_ns <= MAX_EXPECTED_NS;
}

static void
set_deadline (Harmony *self,
              guint note)
{
  const StrataVsyncArgs *args = &g_array_index (self->notes, Note, note).args;
  const gint64 offset_ns = self->finder->frames->clock_offset_ns;
  StrataFrameRow *frame = get_frame (self, note);

  if (!has_expected_end (args))
    {
      strata_frame_finder_set_deadline (self->finder, frame, g_array_index (self->finder->frames->groups, StrataFrameGroup, frame->group).thread, is_system (self, note));
      return;
    }

  frame->rule = STRATA_DEADLINE_EXPECTED_END;
  frame->period_ns = args->expected_end_ns - args->now_ns;
  frame->vsync_ns = strata_time_add (args->now_ns, offset_ns);
  frame->deadline_ns = strata_time_add (args->expected_end_ns, offset_ns);
  frame->overrun_ns = frame->end_ns - frame->deadline_ns;
}

/* The GPU is done later than render_service: the frame ends with the last GPU slice that begins before the next frame. */
static void
add_gpu (Harmony *self,
         GArray *gpu,
         guint *next,
         guint note)
{
  const StrataSliceTable *table = self->finder->table;
  StrataFrameRow *frame = get_frame (self, note);
  const gboolean is_last = note + 1 == self->notes->len || get_frame (self, note + 1)->group != frame->group;
  const gint64 until_ns = is_last ? G_MAXINT64 : get_frame (self, note + 1)->begin_ns;

  for (; *next < gpu->len; (*next)++)
    {
      const guint32 slice = g_array_index (gpu, guint32, *next);

      if (table->start_ns[slice] >= until_ns)
        break;
      if (table->start_ns[slice] < frame->begin_ns)
        continue;

      if (frame->render_slice == STRATA_NONE)
        frame->render_begin_ns = table->start_ns[slice];
      frame->render_slice = slice;
      frame->render_end_ns = MAX (frame->render_end_ns, strata_slice_table_get_end_ns (table, slice));
      frame->end_ns = MAX (frame->end_ns, frame->render_end_ns);
      if ((strata_slice_table_get_flags (table, slice) & STRATA_SLICE_UNFINISHED) != 0)
        frame->verdict = STRATA_FRAME_UNFINISHED;
    }
}

static int
compare_starts (gconstpointer a,
                gconstpointer b,
                gpointer data)
{
  const StrataSliceTable *table = data;
  const gint64 left = table->start_ns[*(const guint32 *) a];
  const gint64 right = table->start_ns[*(const guint32 *) b];

  return (left > right) - (left < right);
}

static GArray *
list_gpu (Harmony *self)
{
  const StrataFrameFinder *finder = self->finder;
  GArray *gpu = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = finder->table->first_async; i < finder->table->first_kernel; i++)
    if (finder->marks[finder->table->name[i]] == STRATA_MARK_GPU)
      g_array_append_val (gpu, i);

  g_array_sort_with_data (gpu, compare_starts, (gpointer) finder->table);
  return gpu;
}

static void
add_gpus (Harmony *self)
{
  g_autoptr (GArray) gpu = list_gpu (self);
  guint next = 0;

  for (guint i = 0; i < self->notes->len; i++)
    {
      if (i > 0 && get_frame (self, i)->group != get_frame (self, i - 1)->group)
        next = 0;
      if (is_system (self, i) && g_array_index (self->notes, Note, i).is_composed)
        add_gpu (self, gpu, &next, i);
    }
}

/* The frames in which render_service took transactions, by flag. The keys live as long as the flags. */
static GHashTable *
index_taken (Harmony *self)
{
  GHashTable *taken = g_hash_table_new (strata_pair_key_hash, strata_pair_key_equal);

  for (guint i = 0; i < self->notes->len; i++)
    for (guint j = 0; j < g_array_index (self->notes, Note, i).n_flags && is_system (self, i); j++)
      g_hash_table_insert (taken, &g_array_index (self->flags, StrataPairKey, g_array_index (self->notes, Note, i).first_flag + j), GUINT_TO_POINTER (i + 1));

  return taken;
}

/* Extends an app's frame to the end of the system frame that shows it; of the two deadlines, the
 * one it missed by more counts. */
static void
join_system (StrataFrameRow *frame,
             const StrataFrameRow *system,
             guint32 index)
{
  frame->system_frame = index;
  frame->render_begin_ns = system->begin_ns;
  frame->render_end_ns = system->end_ns;
  frame->end_ns = MAX (frame->end_ns, system->end_ns);
  if (system->verdict == STRATA_FRAME_UNFINISHED)
    frame->verdict = STRATA_FRAME_UNFINISHED;
  if (system->rule == STRATA_DEADLINE_NONE || (frame->rule != STRATA_DEADLINE_NONE && frame->overrun_ns > 0 && frame->overrun_ns >= system->overrun_ns))
    return;
  if (frame->rule != STRATA_DEADLINE_NONE && system->overrun_ns <= 0 && frame->overrun_ns <= 0)
    return;

  frame->rule = system->rule == STRATA_DEADLINE_EXPECTED_END ? STRATA_DEADLINE_SYSTEM_EXPECTED_END : system->rule;
  frame->counter = system->counter;
  frame->deadline_ns = system->deadline_ns;
  frame->overrun_ns = system->overrun_ns;
  frame->period_ns = frame->period_ns > 0 ? frame->period_ns : system->period_ns;
}

/* Whether render_service has taken a later transaction of the same app. */
static gboolean
was_passed_over (Harmony *self,
                 const Note *row)
{
  const StrataPairKey *flag = &g_array_index (self->flags, StrataPairKey, row->first_flag + row->n_flags - 1);

  for (guint i = self->notes->len; i-- > 0;)
    for (guint j = g_array_index (self->notes, Note, i).n_flags; j-- > 0 && is_system (self, i);)
      {
        const StrataPairKey *other = &g_array_index (self->flags, StrataPairKey, g_array_index (self->notes, Note, i).first_flag + j);

        if (other->first == flag->first)
          return other->second > flag->second;
      }

  return FALSE;
}

static void
join_app (Harmony *self,
          GHashTable *taken,
          guint note,
          guint *replaced)
{
  const Note *row = &g_array_index (self->notes, Note, note);
  StrataFrameRow *frame = get_frame (self, note);
  guint system = 0;

  for (guint i = row->n_flags; i-- > 0 && system == 0;)
    system = GPOINTER_TO_UINT (g_hash_table_lookup (taken, &g_array_index (self->flags, StrataPairKey, row->first_flag + i)));

  /* a transaction is not taken before it is handed over: the number was used before */
  if (system != 0 && get_frame (self, system - 1)->end_ns < frame->begin_ns)
    system = 0;

  if (system == 0)
    {
      /* handed over but not taken: replaced, or the trace ended first */
      if (row->n_flags > 0 && g_hash_table_size (taken) > 0 && frame->verdict == STRATA_FRAME_UNJUDGED)
        frame->verdict = was_passed_over (self, row) ? STRATA_FRAME_DROPPED : STRATA_FRAME_UNFINISHED;
      return;
    }

  join_system (frame, get_frame (self, system - 1), self->first_frame + system - 1);
  if (*replaced != STRATA_NONE && get_frame (self, *replaced)->group == frame->group && get_frame (self, *replaced)->system_frame == frame->system_frame &&
      get_frame (self, *replaced)->verdict == STRATA_FRAME_UNJUDGED)
    get_frame (self, *replaced)->verdict = STRATA_FRAME_DROPPED;
  *replaced = note;
}

static void
join_apps (Harmony *self)
{
  g_autoptr (GHashTable) taken = index_taken (self);
  guint replaced = STRATA_NONE;

  for (guint i = 0; i < self->notes->len; i++)
    if (!is_system (self, i))
      join_app (self, taken, i, &replaced);
}

void
strata_frames_find_harmony (StrataFrameFinder *self)
{
  Harmony harmony = {
    .finder = self,
    .notes = g_array_new (FALSE, FALSE, sizeof (Note)),
    .flags = g_array_new (FALSE, FALSE, sizeof (StrataPairKey)),
    .first_frame = self->frames->frames->len,
  };
  StrataFrameMarks marks;

  for (guint place = 0; strata_frame_finder_next_thread (self, &place, &marks);)
    add_thread (&harmony, &marks);

  find_clock_offset (&harmony);
  add_gpus (&harmony);
  for (guint i = 0; i < harmony.notes->len; i++)
    set_deadline (&harmony, i);
  join_apps (&harmony);

  g_array_unref (harmony.notes);
  g_array_unref (harmony.flags);
}
