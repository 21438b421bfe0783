/* strata-ftrace-lexer.c - lines are taken apart ahead of their use
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ftrace-lexer.h"

#include <string.h>

/* What a line says by itself is most of the work of reading it, and depends on
 * nothing that was read before. A thread does that in sheets of lines, in order,
 * while the reader uses the sheets before; so the outcome is the same as without
 * the thread. */

#define N_SHEETS 4

/* Small enough for the second level of caches, with the lines that it is about. */
#define SHEET_LINES 512

typedef struct
{
  guint n_lines;
  StrataFtraceLexed lines[SHEET_LINES];
} Sheet;

struct _StrataFtraceLexer
{
  GThread *thread; /* owned */
  GMutex mutex;
  GCond has_changed;

  /* Guarded by the mutex. */
  StrataText rest; /* not yet on a sheet */
  guint n_written; /* sheets in all; the one to write is this modulo N_SHEETS */
  guint n_read;    /* sheets that are done with */
  gboolean is_closing;

  gboolean is_reading; /* of the reader: it uses a sheet */
  Sheet sheets[N_SHEETS];
};

/**
 * strata_ftrace_lex:
 * @text: a line without its '\n'
 * @lexed: (out): its parts
 *
 * Takes a line apart. The ends of lines of other systems, and the NUL that some
 * writers send along, are left out.
 */
void
strata_ftrace_lex (StrataText text,
                   StrataFtraceLexed *lexed)
{
  while (text.n_bytes > 0 && (text.text[text.n_bytes - 1] == '\r' || text.text[text.n_bytes - 1] == '\0'))
    text.n_bytes--;

  lexed->text = text;
  lexed->is_event = strata_ftrace_line_parse (text.text, text.n_bytes, &lexed->line);
  lexed->kind = lexed->is_event ? strata_ftrace_event_get_kind (lexed->line.event) : STRATA_FTRACE_EVENT_OTHER;
}

/* Returns what does not fit. */
static StrataText
write_sheet (Sheet *sheet,
             StrataText text)
{
  const char *p = text.text;
  const char *const end = text.text + text.n_bytes;

  for (sheet->n_lines = 0; p < end && sheet->n_lines < SHEET_LINES; sheet->n_lines++)
    {
      const char *line_end = memchr (p, '\n', (gsize) (end - p));

      strata_ftrace_lex (strata_text (p, line_end), &sheet->lines[sheet->n_lines]);
      p = line_end + 1;
    }

  return strata_text (p, end);
}

/* Waits for text and a sheet for it. */
static gboolean
wait_for_work (StrataFtraceLexer *self)
{
  while (!self->is_closing && (self->rest.n_bytes == 0 || self->n_written - self->n_read == N_SHEETS))
    g_cond_wait (&self->has_changed, &self->mutex);

  return !self->is_closing;
}

static gpointer
run (gpointer data)
{
  StrataFtraceLexer *self = data;

  g_mutex_lock (&self->mutex);

  while (wait_for_work (self))
    {
      Sheet *sheet = &self->sheets[self->n_written % N_SHEETS];
      StrataText text = self->rest;

      g_mutex_unlock (&self->mutex);
      text = write_sheet (sheet, text);
      g_mutex_lock (&self->mutex);

      self->rest = text;
      self->n_written++;
      g_cond_broadcast (&self->has_changed);
    }

  g_mutex_unlock (&self->mutex);
  return NULL;
}

/**
 * strata_ftrace_lexer_new:
 *
 * Makes a lexer, with a thread of its own.
 *
 * Returns: (transfer full) (nullable): a lexer, or %NULL when no thread can be had
 */
StrataFtraceLexer *
strata_ftrace_lexer_new (void)
{
  StrataFtraceLexer *self = g_new (StrataFtraceLexer, 1);

  memset (self, 0, G_STRUCT_OFFSET (StrataFtraceLexer, sheets));
  g_mutex_init (&self->mutex);
  g_cond_init (&self->has_changed);
  self->thread = g_thread_try_new ("strata-lexer", run, self, NULL);
  if (self->thread == NULL)
    g_clear_pointer (&self, strata_ftrace_lexer_free);

  return self;
}

/**
 * strata_ftrace_lexer_free:
 * @self: (nullable) (transfer full): a lexer
 */
void
strata_ftrace_lexer_free (StrataFtraceLexer *self)
{
  if (self == NULL)
    return;

  g_mutex_lock (&self->mutex);
  self->is_closing = TRUE;
  g_cond_broadcast (&self->has_changed);
  g_mutex_unlock (&self->mutex);

  g_clear_pointer (&self->thread, g_thread_join);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->has_changed);
  g_free (self);
}

/**
 * strata_ftrace_lexer_begin:
 * @self: the lexer, done with what it was given before
 * @lines: whole lines, each with its '\n', that stay until
 *   [method@Strata.FtraceLexer.next] returns %NULL
 *
 * Gives the lexer something to do.
 */
void
strata_ftrace_lexer_begin (StrataFtraceLexer *self,
                           StrataText lines)
{
  g_mutex_lock (&self->mutex);
  g_assert (self->rest.n_bytes == 0 && self->n_read == self->n_written);
  self->rest = lines;
  g_cond_broadcast (&self->has_changed);
  g_mutex_unlock (&self->mutex);
}

/**
 * strata_ftrace_lexer_next:
 * @self: the lexer
 * @n_lines: (out): how many lines are returned
 *
 * Waits for the next lines.
 *
 * Returns: (transfer none) (array length=n_lines) (nullable): lines, until the
 *   next call, or %NULL after all
 */
const StrataFtraceLexed *
strata_ftrace_lexer_next (StrataFtraceLexer *self,
                          guint *n_lines)
{
  const Sheet *sheet = NULL;

  g_mutex_lock (&self->mutex);

  if (self->is_reading)
    {
      self->n_read++;
      g_cond_broadcast (&self->has_changed);
    }

  while (self->n_read == self->n_written && self->rest.n_bytes > 0)
    g_cond_wait (&self->has_changed, &self->mutex);

  self->is_reading = self->n_read < self->n_written;
  if (self->is_reading)
    sheet = &self->sheets[self->n_read % N_SHEETS];

  g_mutex_unlock (&self->mutex);

  *n_lines = sheet != NULL ? sheet->n_lines : 0;
  return sheet != NULL ? sheet->lines : NULL;
}
