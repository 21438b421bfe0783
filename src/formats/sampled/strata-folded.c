/* strata-folded.c - stacks as lines: "outer;inner 12"
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-format.h"
#include "strata-log-lines.h"
#include "strata-stack-frames.h"

/* What scripts for flame graphs read and samplers write, "collapsed" or "folded": the calls of a stack, the
 * outermost first, and how often it was seen. There are no times, and no units. Some write fractions: what is cut
 * off a line is carried to the next, so that sums of neighbours are right to one. */

static gboolean
parse_line (StrataText line,
            StrataText *stack,
            gint64 *weight,
            double *fraction)
{
  const StrataText text = strata_log_trim (line);
  const char *end = text.text + text.n_bytes;
  const char *word = end;
  guint64 number;
  const char *after;

  while (word > text.text && word[-1] != ' ' && word[-1] != '\t')
    word--;
  if (word == text.text)
    return FALSE;

  after = strata_text_parse_uint (word, end, G_MAXINT64, &number);
  if (after == NULL || (after < end && *after != '.'))
    return FALSE;
  *fraction = 0;
  for (double place = 1; after < end; after++)
    if (g_ascii_isdigit (*after))
      *fraction += (*after - '0') * (place /= 10);
    else if (*after != '.')
      return FALSE;

  *weight = (gint64) number;
  *stack = strata_log_trim (strata_text (text.text, word));
  return stack->n_bytes > 0;
}

static guint32
enter_stack (StrataStackSamples *samples,
             StrataStackFrames *frames,
             StrataText stack)
{
  const char *p = stack.text;
  const char *end = p + stack.n_bytes;

  while (p < end)
    {
      const char *semicolon = memchr (p, ';', (gsize) (end - p));
      const char *frame_end = semicolon != NULL ? semicolon : end;

      if (frame_end > p)
        strata_stack_frames_add (frames, strata_stack_samples_intern (samples, strata_text (p, frame_end)), STRATA_ATTRS_NONE);
      p = frame_end + 1;
    }

  return strata_stack_frames_take (frames, samples, FALSE);
}

/* Rounds, and keeps what it was off by. */
static gint64
carry (gint64 weight,
       double fraction,
       double *rest)
{
  *rest += fraction;
  if (*rest < 0.5 || weight == G_MAXINT64)
    return weight;

  *rest -= 1;
  return weight + 1;
}

static gboolean
load_folded (StrataSource *source,
             StrataTraceBuilder *builder,
             GError **error)
{
  g_autoptr (StrataStackSamples) samples = strata_stack_samples_new (builder);
  g_auto (StrataStackFrames) frames = { NULL };
  const guint32 event = strata_stack_samples_get_event (samples, "samples", "samples", 0);
  const guint32 thread = strata_stack_samples_get_thread (samples, event, -1, 1, (StrataText){ "stacks", 6 });
  StrataCounts *counts = strata_trace_builder_get_counts (builder);
  StrataDiagnostics *diagnostics = strata_trace_builder_get_diagnostics (builder);
  GError *failure = NULL;
  StrataLogLines lines;
  StrataText line = { "", 0 };
  double rest = 0;

  strata_log_lines_init (&lines, source);
  while (strata_log_lines_next (&lines, &line, &failure))
    {
      StrataText stack;
      gint64 weight;
      double fraction;

      counts->n_lines++;
      if (parse_line (line, &stack, &weight, &fraction))
        strata_stack_samples_add (samples, event, thread, STRATA_NO_TIME, enter_stack (samples, &frames, stack), carry (weight, fraction, &rest));
      else if (!strata_log_is_blank (line) && *line.text != '#')
        {
          strata_diagnostics_add (diagnostics, STRATA_DIAGNOSTIC_UNKNOWN_LINE, (StrataPlace){ lines.number, -1, STRATA_NO_TIME }, line.text, (gssize) line.n_bytes);
          continue;
        }
      counts->n_notes++;
    }

  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return FALSE;
    }

  if (lines.number > 0 && !lines.is_ended)
    strata_diagnostics_add (diagnostics, STRATA_DIAGNOSTIC_UNENDED_LINE, (StrataPlace){ lines.number, -1, STRATA_NO_TIME }, NULL, 0);

  return strata_stack_samples_play (samples, error);
}

/* Any text may have a number at the end of a line: all lines must, but the last, which may be cut. */
static int
sniff_folded (const guint8 *data,
              gsize n_bytes)
{
  const char *p = (const char *) data;
  const char *end = p + n_bytes;
  guint n_stacks = 0;
  guint n_others = 0;
  gboolean has_calls = FALSE;
  StrataText line;

  if (memchr (data, '\0', n_bytes) != NULL)
    return 0;

  while (strata_log_lines_next_of (&p, end, &line))
    {
      StrataText stack;
      gint64 weight;
      double fraction;

      if (parse_line (line, &stack, &weight, &fraction))
        {
          n_stacks++;
          has_calls |= memchr (stack.text, ';', stack.n_bytes) != NULL;
        }
      else if (!strata_log_is_blank (line) && *line.text != '#' && p < end)
        n_others++;
    }

  return has_calls && n_others * 20 <= n_stacks ? 40 : 0;
}

static const char *const suffixes[] = { "folded", "collapsed", "txt", NULL };

const StrataFormat strata_format_folded = {
  .id = "folded",
  .name = "folded stacks",
  .suffixes = suffixes,
  .sniff = sniff_folded,
  .load = load_folded,
  .unfinished_end = STRATA_UNFINISHED_AT_TRACE_END,
};
