/* strata-ftrace-lexer.c - splits lines into parts ahead of their use
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ftrace-lexer.h"

#include <string.h>

/* Most of the work of reading a line is parsing what it says by itself, which depends on no
 * earlier line. A thread takes the text from the source and parses it in sheets of lines, in
 * order, while the reader uses the earlier sheets. The result is the same as without the thread,
 * where each sheet is written when it is requested.
 *
 * The window of the source moves on while its lines are still in use. So the thread takes the
 * window's memory and replaces it with another block from a ring of blocks. Without a thread,
 * the lines are in the window itself. */

#define N_SHEETS 16

/* Few enough that the lines and their data fit into the second-level cache. */
#define SHEET_LINES 256

typedef struct
{
  gpointer text; /* owned */
  gsize n_allocated;
  guint end_sheet; /* only sheets before this number may use it */
} Block;

typedef struct
{
  guint n_lines;
  StrataFtracePart part;
  StrataFtraceLexed lines[SHEET_LINES];
} Sheet;

struct _StrataFtraceLexer
{
  StrataSource *source; /* borrowed: from the caller; while the thread exists, only the thread uses it */
  GThread *thread;      /* (nullable) owned */
  GMutex mutex;
  GCond has_changed;

  /* Used only by the writer of sheets. */
  StrataFtraceLineMemo *memo; /* owned */
  StrataText rest;            /* complete lines that are not on a sheet yet */
  gsize n_taken_bytes;        /* of the window, which contains them */
  gsize n_searched_bytes;     /* of the window: they contain no line end */
  gboolean is_in_long;        /* the window is inside a line that is too long */
  gboolean is_behind_hole;    /* the next line follows zeros that were skipped */
  gboolean is_done;
  GError *error; /* (nullable) owned */
  Block blocks[N_SHEETS + 1];
  guint block;

  /* Guarded by the mutex. */
  guint n_written; /* total number of sheets; the next one to write is this modulo N_SHEETS */
  guint n_read;    /* sheets that the reader has finished */
  gboolean has_ended;
  gboolean is_closing;
  gboolean is_writer_waiting;
  gboolean is_reader_waiting;

  gboolean is_reading; /* of the reader: it is using a sheet */
  Sheet *sheets;       /* owned */
};

/* Returns the end of a run of empty lines. A file may have any number of them. */
static const char *
skip_empty (const char *p,
            const char *end)
{
  static const char eight[] = "\n\n\n\n\n\n\n\n";

  while (end - p >= 8 && memcmp (p, eight, 8) == 0)
    p += 8;

  while (p < end && *p == '\n')
    p++;

  return p;
}

static void
lex (StrataFtraceLexer *self,
     StrataText text,
     StrataFtraceLexed *lexed)
{
  strata_ftrace_lex (self->memo, text, lexed);
  if (G_LIKELY (!self->is_behind_hole))
    return;

  lexed->hole = STRATA_FTRACE_HOLE_BEFORE;
  self->is_behind_hole = FALSE;
}

/* Writes lines to a sheet until it is full. */
static void
write_lines (StrataFtraceLexer *self,
             Sheet *sheet)
{
  const char *p = self->rest.text;
  const char *const end = p + self->rest.n_bytes;

  sheet->part = STRATA_FTRACE_PART_LINES;
  for (sheet->n_lines = 0; p < end && sheet->n_lines < SHEET_LINES; sheet->n_lines++)
    {
      const char *line_end = memchr (p, '\n', (gsize) (end - p));

      StrataFtraceLexed *lexed = &sheet->lines[sheet->n_lines];

      lex (self, strata_text (p, line_end), lexed);
      p = line_end + 1;

      if (G_UNLIKELY (lexed->text.n_bytes == 0 && line_end == lexed->text.text))
        {
          lexed->n_empty = (guint32) (skip_empty (p, end) - p);
          p += lexed->n_empty;
        }
    }

  self->rest = strata_text (p, end);
}

/* Returns a block that no sheet uses any more. There always is one: each of the others is used by a
 * sheet that the reader has not returned yet. */
static Block *
find_block (StrataFtraceLexer *self)
{
  g_mutex_lock (&self->mutex);
  for (self->block = 0; (gint) (self->blocks[self->block].end_sheet - self->n_read) > 0;)
    self->block++;
  g_mutex_unlock (&self->mutex);

  return &self->blocks[self->block];
}

/* Returns text that remains valid until the reader is done with it. */
static const char *
hold (StrataFtraceLexer *self,
      const char *text,
      gsize n_bytes)
{
  if (self->thread == NULL || n_bytes == 0)
    return text;

  Block *block = find_block (self);

  if (block->n_allocated < n_bytes)
    {
      g_free (block->text);
      block->n_allocated = n_bytes + n_bytes / 2; /* window sizes differ by a line */
      block->text = g_malloc (block->n_allocated);
    }

  return memcpy (block->text, text, n_bytes);
}

/* Takes complete lines from the window. If their memory is taken, the window continues after them
 * at once. */
static const char *
take (StrataFtraceLexer *self,
      const char *text,
      gsize n_bytes)
{
  if (self->thread == NULL)
    {
      self->n_taken_bytes = n_bytes;
      return text;
    }

  Block *block = find_block (self);

  return (const char *) strata_source_take (self->source, n_bytes, &block->text, &block->n_allocated);
}

/* Kernels end every line; text after the last line end still counts as a line. */
static void
write_rest (StrataFtraceLexer *self,
            Sheet *sheet,
            StrataFtracePart part)
{
  gsize n_bytes;
  const char *data = (const char *) strata_source_get_data (self->source, &n_bytes);

  data = hold (self, data, n_bytes);
  self->n_taken_bytes = n_bytes;
  self->n_searched_bytes = 0;
  self->is_in_long = part == STRATA_FTRACE_PART_LONG;
  self->is_done = part == STRATA_FTRACE_PART_LAST;
  sheet->part = part;
  sheet->n_lines = n_bytes > 0 || self->is_behind_hole ? 1 : 0;
  lex (self, (StrataText){ data, n_bytes }, &sheet->lines[0]);
}

/* Skips to the end of a line of any length. */
static gboolean
skip_long (StrataFtraceLexer *self)
{
  gsize n_bytes;

  while (self->is_in_long)
    {
      const char *data = (const char *) strata_source_get_data (self->source, &n_bytes);
      const char *line_end = n_bytes > 0 ? memchr (data, '\n', n_bytes) : NULL;

      strata_source_skip (self->source, line_end != NULL ? (gsize) (line_end + 1 - data) : n_bytes);
      self->is_in_long = line_end == NULL && !strata_source_is_at_end (self->source);
      if (self->is_in_long && !strata_source_fill (self->source, 1, &self->error))
        return FALSE;
    }

  return TRUE;
}

static gsize
count_zeros (const char *data,
             gsize n_bytes)
{
  gsize n = 0;

  while (n < n_bytes && data[n] == '\0')
    n++;

  return n;
}

/* Skips zeros to their end, however many there are. A complete line may follow them. */
static gboolean
skip_hole (StrataFtraceLexer *self)
{
  gsize n_bytes, n_zeros;

  self->is_behind_hole = TRUE;
  self->n_searched_bytes = 0;
  do
    {
      const char *data = (const char *) strata_source_get_data (self->source, &n_bytes);

      n_zeros = count_zeros (data, n_bytes);
      strata_source_skip (self->source, n_zeros);
    }
  while (n_zeros == n_bytes && !strata_source_is_at_end (self->source) && strata_source_fill (self->source, 1, &self->error));

  return self->error == NULL;
}

static gboolean
begins_with_zero (StrataFtraceLexer *self)
{
  gsize n_bytes;
  const guint8 *data = strata_source_get_data (self->source, &n_bytes);

  return n_bytes > 0 && data[0] == '\0';
}

/* Looks for complete lines in the window. */
static gboolean
find_lines (StrataFtraceLexer *self)
{
  gsize n_bytes;
  const char *data = (const char *) strata_source_get_data (self->source, &n_bytes);
  const char *last = memrchr (data + self->n_searched_bytes, '\n', n_bytes - self->n_searched_bytes);

  self->n_searched_bytes = n_bytes;
  if (last == NULL)
    return FALSE;

  const gsize n_whole_bytes = (gsize) (last + 1 - data);

  self->n_searched_bytes = n_bytes - n_whole_bytes;
  self->rest = (StrataText){ take (self, data, n_whole_bytes), n_whole_bytes };
  return TRUE;
}

/* Writes the next sheet; %FALSE if there is none. */
static gboolean
write_sheet (StrataFtraceLexer *self,
             Sheet *sheet)
{
  if (self->rest.n_bytes == 0)
    {
      strata_source_skip (self->source, self->n_taken_bytes);
      self->n_taken_bytes = 0;

      if (self->is_done || !skip_long (self))
        return FALSE;
    }

  while (self->rest.n_bytes == 0 && !find_lines (self))
    {
      if (self->n_searched_bytes > STRATA_FTRACE_MAX_LINE_BYTES && begins_with_zero (self))
        {
          if (!skip_hole (self))
            return FALSE;
          continue;
        }

      if (self->n_searched_bytes > STRATA_FTRACE_MAX_LINE_BYTES)
        {
          write_rest (self, sheet, STRATA_FTRACE_PART_LONG);
          return TRUE;
        }

      if (strata_source_is_at_end (self->source))
        {
          write_rest (self, sheet, STRATA_FTRACE_PART_LAST);
          return TRUE;
        }

      if (!strata_source_fill (self->source, self->n_searched_bytes + 1, &self->error))
        return FALSE;
    }

  write_lines (self, sheet);
  return TRUE;
}

/* Waits for a free sheet. A writer that has to wait waits until most sheets are free, and a reader
 * until half of them are written, so that the two threads do not wake each other for every sheet:
 * that had taken 15 of 260 ms for 181 MB. */
static gboolean
wait_for_sheet (StrataFtraceLexer *self)
{
  if (self->n_written - self->n_read == N_SHEETS)
    self->is_writer_waiting = TRUE;

  while (!self->is_closing && self->is_writer_waiting)
    g_cond_wait (&self->has_changed, &self->mutex);

  return !self->is_closing;
}

static gpointer
run (gpointer data)
{
  StrataFtraceLexer *self = data;
  gboolean has_more = TRUE;

  g_mutex_lock (&self->mutex);

  while (has_more && wait_for_sheet (self))
    {
      const guint sheet = self->n_written;

      g_mutex_unlock (&self->mutex);
      has_more = write_sheet (self, &self->sheets[sheet % N_SHEETS]);
      self->blocks[self->block].end_sheet = sheet + 1;
      g_mutex_lock (&self->mutex);

      if (has_more)
        self->n_written++;
      self->has_ended = !has_more;
      if (self->is_reader_waiting && (self->has_ended || self->n_written - self->n_read >= N_SHEETS / 2))
        {
          self->is_reader_waiting = FALSE;
          g_cond_broadcast (&self->has_changed);
        }
    }

  g_mutex_unlock (&self->mutex);
  return NULL;
}

/**
 * strata_ftrace_lexer_new:
 * @source: a text up to its end; must outlive the result, and not be used until then
 * @has_thread: whether a separate thread may be useful
 *
 * Creates a lexer.
 *
 * Returns: (transfer full): a lexer
 */
StrataFtraceLexer *
strata_ftrace_lexer_new (StrataSource *source,
                         gboolean has_thread)
{
  StrataFtraceLexer *self = g_new0 (StrataFtraceLexer, 1);

  self->source = source;
  self->memo = strata_ftrace_line_memo_new ();
  self->sheets = g_aligned_alloc (has_thread ? N_SHEETS : 1, sizeof (Sheet), STRATA_CACHE_LINE_BYTES);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->has_changed);
  if (has_thread)
    {
      /* the thread reads this field, which must be set before it starts */
      g_mutex_lock (&self->mutex);
      self->thread = g_thread_try_new ("strata-lexer", run, self, NULL);
      g_mutex_unlock (&self->mutex);
    }

  return self;
}

static void
stop_thread (StrataFtraceLexer *self)
{
  g_mutex_lock (&self->mutex);
  self->is_closing = TRUE;
  g_cond_broadcast (&self->has_changed);
  g_mutex_unlock (&self->mutex);

  g_clear_pointer (&self->thread, g_thread_join);
}

void
strata_ftrace_lexer_free (StrataFtraceLexer *self)
{
  if (self == NULL)
    return;

  stop_thread (self);
  for (guint i = 0; i < G_N_ELEMENTS (self->blocks); i++)
    g_free (self->blocks[i].text);
  g_clear_error (&self->error);
  strata_ftrace_line_memo_free (self->memo);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->has_changed);
  g_aligned_free (self->sheets);
  g_free (self);
}

/* Returns the last sheet and waits for another one; %NULL if there is none. */
static Sheet *
wait_for_lines (StrataFtraceLexer *self)
{
  g_mutex_lock (&self->mutex);

  self->n_read += self->is_reading;
  if (self->is_writer_waiting && self->n_written - self->n_read <= N_SHEETS / 4)
    {
      self->is_writer_waiting = FALSE;
      g_cond_broadcast (&self->has_changed);
    }

  self->is_reader_waiting = self->n_read == self->n_written && !self->has_ended;
  while (self->is_reader_waiting)
    g_cond_wait (&self->has_changed, &self->mutex);
  self->is_reading = self->n_read < self->n_written;

  g_mutex_unlock (&self->mutex);

  return self->is_reading ? &self->sheets[self->n_read % N_SHEETS] : NULL;
}

/**
 * strata_ftrace_lexer_next:
 * @self: the lexer
 * @n_lines: (out): how many lines are returned
 * @part: (out): what kind of lines they are
 *
 * Waits for the next lines. The last part comes exactly once and may be empty.
 *
 * Returns: (transfer none) (array length=n_lines) (nullable): lines, valid until the
 *   next call, or %NULL at the end
 */
StrataFtraceLexed *
strata_ftrace_lexer_next (StrataFtraceLexer *self,
                          guint *n_lines,
                          StrataFtracePart *part)
{
  Sheet *sheet = self->thread != NULL ? wait_for_lines (self) : write_sheet (self, &self->sheets[0]) ? &self->sheets[0]
                                                                                                     : NULL;

  *n_lines = sheet != NULL ? sheet->n_lines : 0;
  if (sheet == NULL)
    return NULL;

  *part = sheet->part;
  return sheet->lines;
}

/**
 * strata_ftrace_lexer_finish:
 * @self: a lexer whose lines have all been used
 * @error: return location for an error
 *
 * Returns the source to the caller.
 *
 * Returns: %FALSE if reading failed or was cancelled
 */
gboolean
strata_ftrace_lexer_finish (StrataFtraceLexer *self,
                            GError **error)
{
  stop_thread (self);
  if (self->error == NULL)
    return TRUE;

  g_propagate_error (error, g_steal_pointer (&self->error));
  return FALSE;
}
