/* strata-folded.c - stacks as lines: "outer;inner 12"
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-format.h"
#include "strata-stack-frames.h"
#include "strata-stack-lines.h"

/* The "collapsed" or "folded" format of flame graph scripts and samplers: the calls of a stack, the outermost
 * first, and how often the stack was seen. There are no times and no units. Some tools write fractions.
 * Format: flamegraph.pl of FlameGraph, which also defines "_[k]" behind a call; difffolded.pl writes two
 * columns of counts, which become one thread each, so that they can be compared. */

/* How many bytes are searched for the number of columns. */
#define MOST_BEGIN_BYTES 65536

#define MOST_COLUMNS 2

/* A line of so many bytes and calls that does not end in what is sniffed is a stack. */
#define LONG_LINE_BYTES 4096
#define DEEP_CALLS 64

typedef struct
{
  gint64 weight;
  guint32 billionths;
} Column;

typedef struct
{
  StrataText stack;
  Column columns[MOST_COLUMNS];
} Line;

typedef struct
{
  StrataTraceBuilder *builder; /* borrowed */
  StrataStackSamples *samples; /* borrowed */
  StrataStackFrames frames;
  guint n_columns;
  guint32 event;
  guint32 threads[MOST_COLUMNS];
} Reader;

/* Takes a number off the end of a line. */
static gboolean
take_column (StrataText *text,
             Column *column)
{
  const char *end = text->text + text->n_bytes;
  const char *word = end;
  guint64 number;
  const char *after;

  while (word > text->text && word[-1] != ' ' && word[-1] != '\t')
    word--;
  if (word == text->text)
    return FALSE;

  after = strata_text_parse_uint (word, end, G_MAXINT64, &number);
  if (after == NULL || (after < end && *after != '.'))
    return FALSE;

  *column = (Column){ (gint64) number, 0 };
  if (after < end)
    after++;
  for (guint32 place = 100000000; after < end; after++, place /= 10)
    if (g_ascii_isdigit (*after))
      column->billionths += (guint32) (*after - '0') * place;
    else
      return FALSE;

  *text = strata_log_trim (strata_text (text->text, word));
  return text->n_bytes > 0;
}

static gboolean
parse_line (StrataText text,
            guint n_columns,
            Line *line)
{
  line->stack = strata_log_trim (text);
  for (guint i = n_columns; i-- > 0;)
    if (!take_column (&line->stack, &line->columns[i]))
      return FALSE;

  return TRUE;
}

/* "_[k]" behind a call: the kind of function that is called. */
static guint32
take_annotation (StrataStackSamples *samples,
                 StrataText *call)
{
  static const struct
  {
    char letter;
    const char *kind;
  } kinds[] = { { 'k', "kernel" }, { 'i', "inlined" }, { 'j', "JIT" }, { 'w', "waker" } };
  const char *end = call->text + call->n_bytes;

  if (call->n_bytes < 5 || end[-4] != '_' || end[-3] != '[' || end[-1] != ']')
    return STRATA_ATTRS_NONE;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].letter == end[-2])
      {
        call->n_bytes -= 4;
        return strata_stack_samples_intern_place (samples, "kind", (StrataText){ kinds[i].kind, strlen (kinds[i].kind) });
      }

  return STRATA_ATTRS_NONE;
}

static guint32
enter_stack (Reader *self,
             StrataText stack)
{
  const char *p = stack.text;
  const char *end = p + stack.n_bytes;

  while (p < end)
    {
      const char *semicolon = memchr (p, ';', (gsize) (end - p));
      const char *call_end = semicolon != NULL ? semicolon : end;
      StrataText call = strata_text (p, call_end);

      if (call_end > p)
        {
          const guint32 attrs = take_annotation (self->samples, &call);

          strata_stack_frames_add (&self->frames, strata_stack_samples_intern (self->samples, call), attrs);
        }
      p = call_end + 1;
    }

  return strata_stack_frames_take (&self->frames, self->samples, FALSE);
}

static gboolean
take_line (Reader *self,
           StrataText text)
{
  Line line;

  if (!parse_line (text, self->n_columns, &line))
    return FALSE;

  const guint32 node = enter_stack (self, line.stack);

  if (node == STRATA_NONE)
    strata_diagnostics_add (strata_trace_builder_get_diagnostics (self->builder), STRATA_DIAGNOSTIC_NO_STACK, (StrataPlace){ 0, -1, STRATA_NO_TIME }, text.text, (gssize) text.n_bytes);
  for (guint i = 0; i < self->n_columns; i++)
    strata_stack_samples_add_fraction (self->samples, self->event, self->threads[i], node, line.columns[i].weight, line.columns[i].billionths);

  return TRUE;
}

static gboolean
is_note (StrataText line)
{
  return strata_log_is_blank (line) || *line.text == '#';
}

/* Two if each line has two columns, as difffolded.pl writes them. The name of a call may end in a number, but hardly in every line. */
static guint
count_columns (const guint8 *data,
               gsize n_bytes)
{
  const char *p = (const char *) data;
  const char *end = p + MIN (n_bytes, MOST_BEGIN_BYTES);
  guint n_lines = 0;
  StrataText text;
  Line line;

  while (strata_log_lines_next_of (&p, end, &text))
    {
      const gboolean is_cut = p == end && end[-1] != '\n';

      if (is_note (text) || (is_cut && n_lines > 0) || !parse_line (text, 1, &line))
        continue;
      if (!parse_line (text, 2, &line))
        return 1;

      n_lines++;
    }

  return n_lines > 0 ? 2 : 1;
}

static void
begin_columns (Reader *self)
{
  static const char *const names[] = { "before", "after" };

  self->event = strata_stack_samples_get_event (self->samples, "samples", "samples", 0);
  if (self->n_columns == 1)
    {
      self->threads[0] = strata_stack_samples_get_thread (self->samples, self->event, -1, 1, (StrataText){ "stacks", 6 });
      return;
    }

  for (guint i = 0; i < self->n_columns; i++)
    self->threads[i] = strata_stack_samples_get_thread (self->samples, self->event, -1, i + 1, (StrataText){ names[i], strlen (names[i]) });
  strata_trace_builder_add_property (self->builder, "folded_columns", _ ("two, each shown as a thread: “before” and “after” (diff FILE FILE --thread-a=before --thread-b=after)"));
}

static gboolean
on_line (gpointer data,
         StrataText line)
{
  return take_line (data, line) || is_note (line);
}

static gboolean
read_lines (Reader *self,
            StrataSource *source,
            GError **error)
{
  StrataLogLines lines;

  if (!strata_stack_lines_read (&lines, source, self->builder, on_line, self, error))
    return FALSE;

  if (lines.number > 0 && !lines.is_ended)
    strata_diagnostics_add (strata_trace_builder_get_diagnostics (self->builder), STRATA_DIAGNOSTIC_UNENDED_LINE, (StrataPlace){ lines.number, -1, STRATA_NO_TIME }, NULL, 0);

  return TRUE;
}

static gboolean
load_folded (StrataSource *source,
             StrataTraceBuilder *builder,
             GError **error)
{
  g_autoptr (StrataStackSamples) samples = strata_stack_samples_new (builder);
  Reader self = { .builder = builder, .samples = samples };
  gsize n_bytes;
  gboolean is_read;

  if (!strata_source_fill (source, MOST_BEGIN_BYTES, error))
    return FALSE;

  const guint8 *data = strata_source_get_data (source, &n_bytes);

  self.n_columns = count_columns (data, n_bytes);
  begin_columns (&self);
  is_read = read_lines (&self, source, error);
  strata_stack_frames_clear (&self.frames);
  return is_read && strata_stack_samples_play (samples, error);
}

typedef struct
{
  guint n_lines;
  guint n_stacks;
  guint n_with_calls;
} Census;

static void
take_census (const char *p,
             const char *end,
             Census *census)
{
  StrataText text;

  *census = (Census){ 0 };
  while (strata_log_lines_next_of (&p, end, &text))
    {
      Line line;
      const gboolean is_stack = parse_line (text, 1, &line);

      /* the last line may be cut */
      if (!is_stack && (is_note (text) || p == end))
        continue;

      census->n_lines++;
      census->n_stacks += is_stack;
      census->n_with_calls += is_stack && memchr (line.stack.text, ';', line.stack.n_bytes) != NULL;
    }
}

/* One line that is longer than what is sniffed. Minified programs are such lines, too, but nothing else claims them. */
static gboolean
is_deep (const char *p,
         gsize n_bytes)
{
  guint n_calls = 1;

  if (n_bytes < LONG_LINE_BYTES || memchr (p, '\n', n_bytes) != NULL || strchr ("{[<", *p) != NULL)
    return FALSE;
  for (const char *end = p + n_bytes; (p = memchr (p, ';', (gsize) (end - p))) != NULL; p++)
    n_calls++;

  return n_calls >= DEEP_CALLS;
}

/* Lines of any text may end in a number, so nearly all lines must. In a small file fewer are enough if most have calls,
 * since some lines may be damaged. */
static int
sniff_folded (const guint8 *data,
              gsize n_bytes)
{
  const char *p = (const char *) data;
  Census census;

  if (n_bytes == 0 || memchr (data, '\0', n_bytes) != NULL)
    return 0;

  if (is_deep (p, n_bytes))
    return 20;

  take_census (p, p + n_bytes, &census);
  if (census.n_with_calls == 0)
    return 0;
  if ((census.n_lines - census.n_stacks) * 20 <= census.n_stacks)
    return 40;

  return census.n_with_calls * 2 > census.n_lines ? 20 : 0;
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
