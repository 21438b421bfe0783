/* strata-speedscope.c - profiles of speedscope
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-error.h"
#include "strata-format.h"
#include "strata-json-reader.h"
#include "strata-json-tree.h"
#include "strata-stack-frames.h"

/* Frames that all profiles share, and profiles, each of them a thread: samples with weights, or calls that
 * open and close. Of calls, each stretch between two events is a sample of what was open.
 * Format: speedscope.app/file-format-schema.json. */

/* Numbers above this are not exact any more. */
#define MOST_VALUE 4e18

typedef struct
{
  const StrataJsonTree *tree;  /* borrowed */
  StrataStackSamples *samples; /* borrowed */
  StrataDiagnostics *diagnostics;
  StrataStackFrames frames;
  GArray *names; /* (element-type guint32) owned: string ids of frames */
  GArray *attrs; /* (element-type guint32) owned */
  guint32 event;
  guint32 thread;
  double unit_ns; /* 0 if weights are no time */
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
add_sample (Reader *self,
            double end,
            double weight)
{
  const gboolean is_time = self->unit_ns > 0;
  const double scale = is_time ? self->unit_ns : 1;

  strata_stack_samples_add (self->samples, self->event, self->thread, is_time ? (gint64) clamp (end * scale) : STRATA_NO_TIME,
                            strata_stack_frames_take (&self->frames, self->samples, FALSE), llrint (clamp (weight * scale)));
}

/* Without a list of weights, samples that are no time count themselves; what a list lacks is unknown. */
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
      add_sample (self, at, length);
    }
}

static void
add_open (Reader *self,
          const GArray *open,
          double begin,
          double end)
{
  if (end <= begin || open->len == 0)
    return;

  for (guint i = 0; i < open->len; i++)
    add_frame (self, g_array_index (open, double, i));
  add_sample (self, end, end - begin);
}

/* Ends a call, and those in it that have no end. */
static void
close_frame (Reader *self,
             GArray *open,
             double frame)
{
  guint depth = open->len;

  while (depth > 0 && g_array_index (open, double, depth - 1) != frame)
    depth--;

  if (depth == 0)
    {
      diagnose (self, STRATA_DIAGNOSTIC_UNMATCHED_END, NULL);
      return;
    }
  if (depth < open->len)
    diagnose (self, STRATA_DIAGNOSTIC_MISMATCHED_EXIT, NULL);

  g_array_set_size (open, depth - 1);
}

static void
read_events (Reader *self,
             guint32 profile)
{
  guint32 event = strata_json_tree_get_first (self->tree, strata_json_tree_get (self->tree, profile, "events"));
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (double));
  double last = strata_json_tree_get_number (self->tree, strata_json_tree_get (self->tree, profile, "startValue"), 0);

  for (; event != STRATA_NONE; event = strata_json_tree_get_next (self->tree, event))
    {
      const double at = strata_json_tree_get_number (self->tree, strata_json_tree_get (self->tree, event, "at"), last);
      const double frame = strata_json_tree_get_number (self->tree, strata_json_tree_get (self->tree, event, "frame"), -1);
      const char *type = strata_json_tree_get_text (self->tree, strata_json_tree_get (self->tree, event, "type"));

      add_open (self, open, last, at);
      last = MAX (last, at);
      if (*type == 'O' && open->len < STRATA_STACK_MOST_DEPTH)
        g_array_append_val (open, frame);
      else if (*type == 'C')
        close_frame (self, open, frame);
    }

  add_open (self, open, last, strata_json_tree_get_number (self->tree, strata_json_tree_get (self->tree, profile, "endValue"), last));
  for (guint i = 0; i < open->len; i++)
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

  if (self->unit_ns > 0)
    self->event = strata_stack_samples_get_event (self->samples, "time", "ns", 1);
  else
    self->event = strata_stack_samples_get_event (self->samples, "samples", *unit == '\0' || g_str_equal (unit, "none") ? "samples" : unit, 0);
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
  Reader self = { .tree = tree, .samples = samples, .diagnostics = strata_trace_builder_get_diagnostics (builder), .names = names, .attrs = attrs };

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
