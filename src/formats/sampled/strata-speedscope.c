/* strata-speedscope.c - profiles of speedscope
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-format.h"
#include "strata-json-reader.h"
#include "strata-json-tree.h"
#include "strata-stack-frames.h"

/* All profiles share a list of frames. Each profile is a thread: samples with weights, or calls that
 * open and close. For calls, each stretch between two events becomes a sample of the open calls.
 * Format: speedscope.app/file-format-schema.json. */

/* Larger numbers are not exact any more. */
#define MOST_VALUE 4e18

typedef struct
{
  double frame;
  guint32 node;
  double begin;
  double end; /* set when it is closed */
} Call;

typedef struct
{
  const StrataJsonTree *tree;  /* borrowed */
  StrataStackSamples *samples; /* borrowed */
  StrataDiagnostics *diagnostics;
  StrataStackFrames frames;
  GArray *names;  /* (element-type guint32) owned: string ids of frames */
  GArray *attrs;  /* (element-type guint32) owned */
  GArray *open;   /* (element-type Call) owned: the stack of an evented profile */
  GArray *closed; /* (element-type Call) owned: the last closed call at each depth */
  guint32 event;
  guint32 thread;
  double unit_ns; /* 0 if weights are not time */
} Reader;

static double
clamp (double value)
{
  return CLAMP (value, -MOST_VALUE, MOST_VALUE);
}

static void
read_frames (Reader *self)
{
  const guint32 shared = strata_json_tree_get (self->tree, 0, "shared");
  g_autoptr (GArray) list = strata_json_tree_list (self->tree, strata_json_tree_get (self->tree, shared, "frames"));

  for (guint i = 0; i < list->len; i++)
    {
      const guint32 frame = g_array_index (list, guint32, i);
      const char *name = strata_json_tree_get_text (self->tree, strata_json_tree_get (self->tree, frame, "name"));
      const char *file = strata_json_tree_get_text (self->tree, strata_json_tree_get (self->tree, frame, "file"));
      const guint32 id = strata_stack_samples_intern (self->samples, (StrataText){ name, strlen (name) });
      const guint32 attrs = strata_stack_samples_intern_place (self->samples, "file", (StrataText){ file, strlen (file) });

      g_array_append_val (self->names, id);
      g_array_append_val (self->attrs, attrs);
    }
}

static void
diagnose (Reader *self,
          StrataDiagnosticKind kind,
          const char *what)
{
  strata_diagnostics_add (self->diagnostics, kind, (StrataPlace){ 0, -1, STRATA_NO_TIME }, what, what != NULL ? -1 : 0);
}

static void
add_frame (Reader *self,
           double number)
{
  if (number >= 0 && number < self->names->len)
    strata_stack_frames_add (&self->frames, g_array_index (self->names, guint32, (guint) number), g_array_index (self->attrs, guint32, (guint) number));
  else
    diagnose (self, STRATA_DIAGNOSTIC_UNKNOWN_NODE, NULL);
}

static void
add_node (Reader *self,
          guint32 node,
          double end,
          double weight)
{
  const double whole = floor (clamp (weight));

  if (self->unit_ns > 0)
    strata_stack_samples_add (self->samples, self->event, self->thread, llrint (clamp (end * self->unit_ns)), node, llrint (clamp (weight * self->unit_ns)));
  else
    strata_stack_samples_add_fraction (self->samples, self->event, self->thread, node, (gint64) whole, (guint32) llrint ((clamp (weight) - whole) * 1e9));
}

/* Without a list of weights, each sample counts 1 unless weights are time. A weight that is missing in a list is unknown. */
static double
get_weight (const Reader *self,
            gboolean has_weights,
            guint32 weight)
{
  const gboolean counts = !has_weights && self->unit_ns == 0;

  return counts ? 1 : strata_json_tree_get_number (self->tree, weight, -1);
}

static void
read_samples (Reader *self,
              guint32 profile)
{
  const guint32 weights = strata_json_tree_get (self->tree, profile, "weights");
  guint32 sample = strata_json_tree_get_first (self->tree, strata_json_tree_get (self->tree, profile, "samples"));
  guint32 weight = strata_json_tree_get_first (self->tree, weights);
  double at = strata_json_tree_get_number (self->tree, strata_json_tree_get (self->tree, profile, "startValue"), 0);

  for (; sample != STRATA_NONE; sample = strata_json_tree_get_next (self->tree, sample), weight = strata_json_tree_get_next (self->tree, weight))
    {
      const double length = get_weight (self, weights != STRATA_NONE, weight);

      if (length < 0)
        {
          diagnose (self, STRATA_DIAGNOSTIC_BAD_PAYLOAD, _ ("a sample without a weight"));
          continue;
        }

      for (guint32 frame = strata_json_tree_get_first (self->tree, sample); frame != STRATA_NONE; frame = strata_json_tree_get_next (self->tree, frame))
        add_frame (self, strata_json_tree_get_number (self->tree, frame, -1));

      at += length;
      add_node (self, strata_stack_frames_take (&self->frames, self->samples, FALSE), at, length);
    }
}

static void
add_open (Reader *self,
          double begin,
          double end)
{
  if (end > begin && self->open->len > 0)
    add_node (self, g_array_index (self->open, Call, self->open->len - 1).node, end, end - begin);
}

static void
open_frame (Reader *self,
            double frame,
            double at)
{
  StrataStackNodes *nodes = strata_stack_samples_get_nodes (self->samples);
  const guint depth = self->open->len;
  const guint32 caller = depth > 0 ? g_array_index (self->open, Call, depth - 1).node : STRATA_NONE;
  const gboolean is_known = frame >= 0 && frame < self->names->len;
  const guint32 name = is_known ? g_array_index (self->names, guint32, (guint) frame) : strata_stack_samples_intern (self->samples, (StrataText){ "[unknown]", 9 });
  const guint32 attrs = is_known ? g_array_index (self->attrs, guint32, (guint) frame) : STRATA_ATTRS_NONE;
  guint32 node = strata_stack_nodes_enter (nodes, caller, name, attrs);

  if (!is_known)
    diagnose (self, STRATA_DIAGNOSTIC_UNKNOWN_NODE, NULL);
  if (depth < self->closed->len)
    {
      const Call *closed = &g_array_index (self->closed, Call, depth);

      if (closed->node == node && closed->end == at)
        node = strata_stack_nodes_enter_again (nodes, caller, name, attrs);
    }

  g_array_append_val (self->open, ((Call){ frame, node, at, at }));
}

/* Closes calls down to a depth, and remembers the last call at each depth. */
static void
close_to (Reader *self,
          guint depth,
          double at)
{
  if (self->closed->len < self->open->len)
    g_array_set_size (self->closed, self->open->len);

  for (guint i = depth; i < self->open->len; i++)
    {
      Call *closed = &g_array_index (self->closed, Call, i);

      *closed = g_array_index (self->open, Call, i);
      closed->end = at;
    }

  g_array_set_size (self->open, depth);
}

/* Ends a call, and the calls in it that have no end. */
static void
close_frame (Reader *self,
             double frame,
             double at)
{
  guint depth = self->open->len;

  while (depth > 0 && g_array_index (self->open, Call, depth - 1).frame != frame)
    depth--;

  if (depth == 0)
    {
      diagnose (self, STRATA_DIAGNOSTIC_UNMATCHED_END, NULL);
      return;
    }
  if (depth < self->open->len)
    diagnose (self, STRATA_DIAGNOSTIC_MISMATCHED_EXIT, NULL);

  const Call *innermost = &g_array_index (self->open, Call, self->open->len - 1);

  if (innermost->begin == at) /* no stretch was its own */
    add_node (self, innermost->node, at, 0);

  close_to (self, depth - 1, at);
}

static double
read_event (Reader *self,
            guint32 event,
            double last)
{
  const double at = strata_json_tree_get_number (self->tree, strata_json_tree_get (self->tree, event, "at"), last);
  const double frame = strata_json_tree_get_number (self->tree, strata_json_tree_get (self->tree, event, "frame"), -1);
  const char *type = strata_json_tree_get_text (self->tree, strata_json_tree_get (self->tree, event, "type"));

  if (at < last)
    diagnose (self, STRATA_DIAGNOSTIC_TIME_BACKWARDS, NULL);
  add_open (self, last, at);
  if (*type == 'O')
    open_frame (self, frame, MAX (last, at));
  else if (*type == 'C')
    close_frame (self, frame, MAX (last, at));

  return MAX (last, at);
}

static void
read_events (Reader *self,
             guint32 profile)
{
  guint32 event = strata_json_tree_get_first (self->tree, strata_json_tree_get (self->tree, profile, "events"));
  double last = strata_json_tree_get_number (self->tree, strata_json_tree_get (self->tree, profile, "startValue"), 0);

  g_array_set_size (self->open, 0);
  g_array_set_size (self->closed, 0);
  for (; event != STRATA_NONE; event = strata_json_tree_get_next (self->tree, event))
    last = read_event (self, event, last);

  add_open (self, last, strata_json_tree_get_number (self->tree, strata_json_tree_get (self->tree, profile, "endValue"), last));
  for (guint i = 0; i < self->open->len; i++)
    diagnose (self, STRATA_DIAGNOSTIC_UNFINISHED_SLICE, NULL);
}

static void
read_profile (Reader *self,
              guint32 profile,
              guint number)
{
  static const struct
  {
    const char *name;
    double unit_ns;
  } times[] = { { "nanoseconds", 1 }, { "microseconds", 1e3 }, { "milliseconds", 1e6 }, { "seconds", 1e9 } };
  const char *unit = strata_json_tree_get_text (self->tree, strata_json_tree_get (self->tree, profile, "unit"));
  const char *name = strata_json_tree_get_text (self->tree, strata_json_tree_get (self->tree, profile, "name"));

  self->unit_ns = 0;
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    if (g_str_equal (unit, times[i].name))
      self->unit_ns = times[i].unit_ns;

  if (*unit == '\0' || g_str_equal (unit, "none"))
    unit = "samples";
  self->event = strata_stack_samples_get_event (self->samples, self->unit_ns > 0 ? "time" : unit, self->unit_ns > 0 ? "ns" : unit, self->unit_ns > 0);
  strata_stack_events_get (strata_stack_samples_get_events (self->samples), self->event)->is_exact = TRUE;
  self->thread = strata_stack_samples_get_thread (self->samples, self->event, -1, number + 1, (StrataText){ name, strlen (name) });

  if (strata_json_tree_get (self->tree, profile, "events") != STRATA_NONE)
    read_events (self, profile);
  else
    read_samples (self, profile);
}

static gboolean
load_speedscope (StrataSource *source,
                 StrataTraceBuilder *builder,
                 GError **error)
{
  g_autoptr (StrataJsonTree) tree = strata_json_tree_new ();
  g_autoptr (StrataStackSamples) samples = strata_stack_samples_new (builder);
  g_autoptr (GArray) names = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) attrs = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (Call));
  g_autoptr (GArray) closed = g_array_new (FALSE, TRUE, sizeof (Call));
  Reader self = { .tree = tree, .samples = samples, .diagnostics = strata_trace_builder_get_diagnostics (builder), .names = names, .attrs = attrs, .open = open, .closed = closed };

  if (!strata_json_tree_load (tree, source, builder, error))
    return FALSE;

  read_frames (&self);

  g_autoptr (GArray) profiles = strata_json_tree_list (tree, strata_json_tree_get (tree, 0, "profiles"));

  for (guint i = 0; i < profiles->len; i++)
    read_profile (&self, g_array_index (profiles, guint32, i), i);

  strata_stack_frames_clear (&self.frames);
  return strata_stack_samples_play (samples, error);
}

static int
sniff_speedscope (const guint8 *data,
                  gsize n_bytes)
{
  const gsize at = strata_json_find_begin (data, n_bytes);

  if (at == n_bytes || data[at] != '{')
    return 0;
  if (strata_json_has_word (data, n_bytes, "speedscope.app/file-format-schema"))
    return 95;

  return strata_json_has_word (data, n_bytes, "\"shared\"") && strata_json_has_word (data, n_bytes, "\"frames\"") &&
                 strata_json_has_word (data, n_bytes, "\"profiles\"")
             ? 88
             : 0;
}

static const char *const suffixes[] = { "speedscope.json", "json", NULL };

const StrataFormat strata_format_speedscope = {
  .id = "speedscope",
  .name = "speedscope",
  .suffixes = suffixes,
  .sniff = sniff_speedscope,
  .load = load_speedscope,
  .unfinished_end = STRATA_UNFINISHED_AT_TRACE_END,
};
