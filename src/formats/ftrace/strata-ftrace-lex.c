/* strata-ftrace-lex.c - parses a line as far as possible by itself
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ftrace-lex.h"

#include <string.h>

#include "strata-ftrace-latency.h"
#include "strata-ftrace-line-private.h"

/* The lines of a capture begin alike: "COMM-PID (TGID) [" repeats for each thread, and
 * "] FLAGS SECONDS." is nearly always the same as in the line before. Equal bytes parse to
 * equal values. So if they are cached, only the number of the CPU, the fraction of the
 * second and the event need to be parsed.
 *
 * There are few distinct markers, and they repeat often, so the part after the time is
 * usually known, too. Such a line is not decoded: the reader has cached its own result under
 * the number of the tail.
 *
 * Bytes are compared in words of eight, which overlap if the length is not a multiple of
 * eight. */
#define N_CLOCKS 64

/* Bytes up to the '[' of the CPU. At most five words, the last two of which are aligned with the end. */
#define LEAST_WRITER_BYTES 24
#define MOST_WRITER_BYTES 40

/* Bytes from the ']' of the CPU to the decimal point of the time. */
#define LEAST_CLOCK_BYTES 8
#define MOST_CLOCK_BYTES 16

/* Bytes needed after the '[' so that words can be loaded without checking for the end: the CPU,
 * the clock and the fraction. */
#define LEAST_REST_BYTES (4 + MOST_CLOCK_BYTES + 8)

/* Lengths of cached tails, the bytes after the time. */
#define LEAST_TAIL_BYTES 8
#define MOST_TAIL_BYTES 120

/* A disk sector; writers that pad their lines use less. */
#define HOLE_BYTES 512

/* Offset of the process of a marker, after "tracing_mark_write: B|". */
#define TAIL_PID_OFFSET 23

typedef struct
{
  guint64 words[5];
  guint32 tid;
  guint32 number;
  guint8 n_bytes; /* 0 for none */
  guint8 comm_offset;
  guint8 n_comm_bytes;
  gint64 tgid;
} Writer;

typedef struct
{
  guint64 words[2];
  gint64 seconds_ns;
  guint8 n_bytes; /* 0 for none */
  guint8 flags_offset;
  guint8 n_flags_bytes;
} Clock;

typedef struct
{
  guint32 number;
  guint8 n_bytes; /* 0 for none */
  guint8 name_offset;
  guint8 n_name_bytes;
  guint8 payload_offset;
  char text[MOST_TAIL_BYTES];
} Tail;

struct _StrataFtraceLineMemo
{
  gsize n_writer_bytes; /* of the latest line that could be cached; 0 before any */
  const char *tail;     /* (nullable) borrowed: of the latest line, unless it needed the slow path */
  gboolean has_event;   /* whether any line was an event */
  gboolean has_script;  /* whether a line before the first event ended as in a script */
  Writer writers[STRATA_FTRACE_N_WRITERS];
  Clock clocks[N_CLOCKS];
  guint32 hashes[STRATA_FTRACE_N_TAILS]; /* of the latest unknown tail in each slot */
  Tail tails[STRATA_FTRACE_N_TAILS];
};

StrataFtraceLineMemo *
strata_ftrace_line_memo_new (void)
{
  return g_new0 (StrataFtraceLineMemo, 1);
}

void
strata_ftrace_line_memo_free (StrataFtraceLineMemo *self)
{
  g_free (self);
}

static inline void
load_writer (const char *text,
             gsize n_bytes,
             guint64 words[5])
{
  words[0] = strata_word_load (text);
  words[1] = strata_word_load (text + 8);
  words[2] = strata_word_load (text + 16);
  words[3] = strata_word_load (text + n_bytes - 16);
  words[4] = strata_word_load (text + n_bytes - 8);
}

static inline gboolean
are_equal_words (const guint64 a[5],
                 const guint64 b[5])
{
  return ((a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3]) | (a[4] ^ b[4])) == 0;
}

/* For at least eight bytes. A function call would take as long as comparing so few. */
static inline gboolean
are_equal_tails (const char *a,
                 const char *b,
                 gsize n_bytes)
{
  guint64 difference = strata_word_load (a + n_bytes - 8) ^ strata_word_load (b + n_bytes - 8);

  for (gsize i = 0; i + 8 < n_bytes; i += 8)
    difference |= strata_word_load (a + i) ^ strata_word_load (b + i);

  return difference == 0;
}

static inline Writer *
get_writer (StrataFtraceLineMemo *self,
            const guint64 words[5])
{
  guint64 hash = (words[2] ^ words[1] >> 7) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  hash ^= words[4] * G_GUINT64_CONSTANT (0xc4ceb9fe1a85ec53);
  return &self->writers[(hash >> 40) % STRATA_FTRACE_N_WRITERS];
}

static inline guint32
hash_tail (const char *p,
           gsize n_bytes)
{
  const char *end = p + n_bytes;
  guint64 hash = n_bytes;

  hash = (hash ^ strata_word_load (p + MIN (TAIL_PID_OFFSET, n_bytes - 8))) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  hash = (hash ^ (hash >> 29) ^ strata_word_load (end - MIN (24, n_bytes))) * G_GUINT64_CONSTANT (0xc4ceb9fe1a85ec53);
  hash ^= strata_word_load (end - MIN (16, n_bytes)) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  hash = (hash ^ (hash >> 31) ^ strata_word_load (end - 8)) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return (guint32) (hash >> 32);
}

static inline Clock *
get_clock (StrataFtraceLineMemo *self,
           guint64 word)
{
  return &self->clocks[(word * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 58];
}

static inline gboolean
recall_writer (StrataFtraceLineMemo *self,
               const char *text,
               StrataFtraceLine *line,
               StrataFtraceKnown *known)
{
  guint64 words[5];

  load_writer (text, self->n_writer_bytes, words);

  const Writer *writer = get_writer (self, words);

  if (writer->n_bytes != self->n_writer_bytes || !are_equal_words (writer->words, words))
    return FALSE;

  line->comm = (StrataText){ text + writer->comm_offset, writer->n_comm_bytes };
  line->tid = writer->tid;
  line->tgid = writer->tgid;
  known->writer = writer->number;
  return TRUE;
}

static inline gboolean
recall_cpu (const char *p,
            StrataFtraceLine *line)
{
  const guint hundreds = (guint8) (p[1] - '0');
  const guint tens = (guint8) (p[2] - '0');
  const guint ones = (guint8) (p[3] - '0');

  line->cpu = hundreds * 100 + tens * 10 + ones;
  return p[0] == '[' && p[4] == ']' && hundreds < 10 && tens < 10 && ones < 10;
}

/* Returns the end of the time, or NULL. */
static inline const char *
recall_clock (StrataFtraceLineMemo *self,
              const char *p,
              const char *end,
              StrataFtraceLine *line)
{
  const guint64 word = strata_word_load (p);
  const Clock *clock = get_clock (self, word);
  gint64 micros;

  if (clock->n_bytes == 0 || clock->words[0] != word || clock->words[1] != strata_word_load (p + clock->n_bytes - 8) ||
      !strata_ftrace_parse_micros (p + clock->n_bytes, end, &micros))
    return NULL;

  line->flags = (StrataText){ p + clock->flags_offset, clock->n_flags_bytes };
  line->time_ns = clock->seconds_ns + micros * 1000;
  return p + clock->n_bytes + 7;
}

static inline gboolean
recall_tail (StrataFtraceLineMemo *self,
             const char *p,
             const char *end,
             StrataFtraceLine *line,
             StrataFtraceKnown *known)
{
  const gsize n_bytes = (gsize) (end - p);

  if (n_bytes < LEAST_TAIL_BYTES || n_bytes > MOST_TAIL_BYTES)
    return FALSE;

  const Tail *tail = &self->tails[hash_tail (p, n_bytes) % STRATA_FTRACE_N_TAILS];

  if (tail->n_bytes != n_bytes || !are_equal_tails (tail->text, p, n_bytes))
    return FALSE;

  line->event = (StrataText){ p + tail->name_offset, tail->n_name_bytes };
  line->args = strata_text (p + tail->payload_offset, end);
  known->tail = tail->number;
  return TRUE;
}

static inline gboolean
recall (StrataFtraceLineMemo *self,
        const char *text,
        const char *end,
        StrataFtraceLine *line,
        StrataFtraceKnown *known)
{
  const char *cpu = text + self->n_writer_bytes;

  if (self->n_writer_bytes == 0 || end - text < MOST_WRITER_BYTES + LEAST_REST_BYTES || !recall_cpu (cpu, line) || !recall_writer (self, text, line, known))
    return FALSE;

  const char *p = recall_clock (self, cpu + 4, end, line);

  self->tail = p;
  return p != NULL && (recall_tail (self, p, end, line, known) || strata_ftrace_line_parse_event (p, end, TRUE, line));
}

static void
learn_writer (StrataFtraceLineMemo *self,
              const char *text,
              const char *cpu,
              const StrataFtraceLine *line)
{
  guint64 words[5];

  self->n_writer_bytes = (gsize) (cpu - text);
  load_writer (text, self->n_writer_bytes, words);

  Writer *writer = get_writer (self, words);

  writer->number += writer->n_bytes > 0 ? STRATA_FTRACE_N_WRITERS : (guint32) (writer - self->writers) + STRATA_FTRACE_N_WRITERS;
  memcpy (writer->words, words, sizeof words);
  writer->n_bytes = (guint8) self->n_writer_bytes;
  writer->comm_offset = (guint8) (line->comm.text - text);
  writer->n_comm_bytes = (guint8) line->comm.n_bytes;
  writer->tid = line->tid;
  writer->tgid = line->tgid;
}

/* Caches the bytes from @p, a ']', to the decimal point of the time. A blank separates flags and time. */
static void
learn_clock (StrataFtraceLineMemo *self,
             const char *p,
             const char *end,
             const StrataFtraceLine *line)
{
  const char *blank = line->flags.text + line->flags.n_bytes;
  const char *point = blank;

  while (point < end && *point == ' ')
    point++;
  while (point < end && g_ascii_isdigit (*point))
    point++;

  const gsize n_bytes = (gsize) (point + 1 - p);

  if (point == end || *point != '.' || *blank != ' ' || n_bytes < LEAST_CLOCK_BYTES || n_bytes > MOST_CLOCK_BYTES)
    return;

  const guint64 word = strata_word_load (p);

  *get_clock (self, word) = (Clock){
    .words = { word, strata_word_load (p + n_bytes - 8) },
    .seconds_ns = line->time_ns - line->time_ns % G_GINT64_CONSTANT (1000000000),
    .n_bytes = (guint8) n_bytes,
    .flags_offset = (guint8) (line->flags.text - p),
    .n_flags_bytes = (guint8) line->flags.n_bytes,
  };
}

static void
learn (StrataFtraceLineMemo *self,
       const char *text,
       const char *end,
       const StrataFtraceLine *line)
{
  StrataFtraceLine columns;
  const char *cpu = strata_ftrace_line_parse_columns (text, end, &columns);

  if (cpu == NULL || cpu - text < LEAST_WRITER_BYTES || cpu - text > MOST_WRITER_BYTES || end - cpu < LEAST_REST_BYTES)
    return;

  learn_writer (self, text, cpu, &columns);
  if (cpu[4] == ']' && line->flags.text > cpu + 4 && line->flags.text < cpu + LEAST_REST_BYTES)
    learn_clock (self, cpu + 4, end, line);
}

/* Parses a line as strata_ftrace_line_parse() does, but faster if it begins like an earlier one. Returns
 * whether it is an event. */
static gboolean
split (StrataFtraceLineMemo *self,
       const char *text,
       const char *end,
       StrataFtraceLine *line,
       StrataFtraceKnown *known)
{
  *known = (StrataFtraceKnown){ 0 };
  if (G_LIKELY (recall (self, text, end, line, known)))
    return TRUE;

  *known = (StrataFtraceKnown){ 0 };
  self->tail = NULL;
  if (!strata_ftrace_line_parse (text, (gsize) (end - text), line))
    return FALSE;

  self->has_event = TRUE;
  learn (self, text, end, line);
  return TRUE;
}

/* Caches the tail of the line that was split last, a marker, if its length allows and it occurs for the
 * second time: names that contain numbers occur once, and would evict the others. */
static void
learn_tail (StrataFtraceLineMemo *self,
            const char *end,
            const StrataFtraceLine *line,
            StrataFtraceKnown *known)
{
  const gsize n_bytes = self->tail != NULL ? (gsize) (end - self->tail) : 0;

  if (n_bytes < LEAST_TAIL_BYTES || n_bytes > MOST_TAIL_BYTES)
    return;

  const guint32 hash = hash_tail (self->tail, n_bytes);
  Tail *tail = &self->tails[hash % STRATA_FTRACE_N_TAILS];

  if (self->hashes[hash % STRATA_FTRACE_N_TAILS] != hash)
    {
      self->hashes[hash % STRATA_FTRACE_N_TAILS] = hash;
      return;
    }

  tail->number += tail->n_bytes > 0 ? STRATA_FTRACE_N_TAILS : (guint32) (tail - self->tails) + STRATA_FTRACE_N_TAILS;
  tail->n_bytes = (guint8) n_bytes;
  tail->name_offset = (guint8) (line->event.text - self->tail);
  tail->n_name_bytes = (guint8) line->event.n_bytes;
  tail->payload_offset = (guint8) (line->args.text - self->tail);
  memcpy (tail->text, self->tail, n_bytes);
  known->tail = tail->number;
}

/* Begins and ends whose meaning is certain. */
static gboolean
is_worth_knowing (const StrataFtraceLexed *lexed)
{
  return lexed->kind == STRATA_FTRACE_EVENT_MARK && lexed->is_good && (lexed->args.mark.phase == 'B' || lexed->args.mark.phase == 'E') &&
         (lexed->args.mark.flags & ~(guint32) STRATA_FTRACE_MARK_HITRACE) == 0;
}

/* The third flag shows whether the line was written in an interrupt. */
static inline gboolean
is_in_interrupt (const StrataFtraceLine *line)
{
  const char flag = line->flags.n_bytes > 2 ? line->flags.text[2] : '.';

  return flag != '.' && memchr ("hHsZz", flag, 5) != NULL;
}

/* Decodes the arguments of an event. */
static void
decode (StrataFtraceLexed *lexed,
        gboolean is_cut)
{
  StrataKernelKind kernel_kind = STRATA_KERNEL_OTHER;
  const StrataFtraceEventKind kind = strata_ftrace_event_get_kinds (lexed->line.event, &kernel_kind);

  lexed->kind = kind;
  lexed->kernel_kind = kernel_kind;
  lexed->is_good = strata_ftrace_event_decode (kind, kernel_kind, lexed->line.event, &lexed->line.args, &lexed->args) != FALSE;
  if (G_UNLIKELY (is_cut) && kind == STRATA_FTRACE_EVENT_MARK)
    lexed->args.mark.flags |= STRATA_FTRACE_MARK_CUT;
}

static const char *
skip_zeros (const char *p,
            const char *end)
{
  while (p < end && *p == '\0')
    p++;

  return p;
}

/* If a line contains a hole, returns the text before it, or the text after it if there is none before. */
static StrataText
leave_hole (StrataText text,
            guint8 *hole)
{
  const char *const end = text.text + text.n_bytes;
  const char *p = text.text;
  const char *zeros;

  while ((zeros = memchr (p, '\0', (gsize) (end - p))) != NULL)
    {
      p = skip_zeros (zeros, end);
      if (p - zeros < HOLE_BYTES)
        continue;

      *hole = zeros > text.text ? STRATA_FTRACE_HOLE_BEHIND : STRATA_FTRACE_HOLE_BEFORE;
      return zeros > text.text ? strata_text (text.text, zeros) : strata_text (p, end);
    }

  return text;
}

/* Old systrace pages are scripts that end each line of the text with a literal "\n\". All lines end that way only
 * if the first event or a line before it does. Returns whether the ending is not part of the line. */
static gboolean
ends_in_script (StrataFtraceLineMemo *self,
                StrataText text)
{
  if (text.n_bytes < 3 || text.text[text.n_bytes - 1] != '\\' || memcmp (text.text + text.n_bytes - 3, "\\n", 2) != 0)
    return FALSE;

  self->has_script |= !self->has_event;
  return self->has_script;
}

/**
 * strata_ftrace_lex:
 * @memo: the earlier lines
 * @text: a line without its '\n'
 * @lexed: (out): its parts
 *
 * Splits a line into its parts and decodes its arguments, unless its tail is known. Drops line ends
 * of other systems, the NUL that some writers add, and everything after
 * %STRATA_FTRACE_MAX_LINE_BYTES.
 */
void
strata_ftrace_lex (StrataFtraceLineMemo *memo,
                   StrataText text,
                   StrataFtraceLexed *lexed)
{
  lexed->hole = STRATA_FTRACE_HOLE_NONE;
  if (G_UNLIKELY (text.n_bytes >= HOLE_BYTES))
    text = leave_hole (text, &lexed->hole);

  lexed->is_long = text.n_bytes > STRATA_FTRACE_MAX_LINE_BYTES;
  if (G_UNLIKELY (lexed->is_long))
    text.n_bytes = STRATA_FTRACE_MAX_LINE_BYTES;

  while (text.n_bytes > 0 && (text.text[text.n_bytes - 1] == '\r' || text.text[text.n_bytes - 1] == '\0'))
    text.n_bytes--;

  if (G_UNLIKELY (ends_in_script (memo, text)))
    text.n_bytes -= 3;

  const char *const end = text.text + text.n_bytes;
  const gboolean is_cut = lexed->is_long || lexed->hole == STRATA_FTRACE_HOLE_BEHIND;

  lexed->text = text;
  lexed->n_empty = 0;
  lexed->is_event = split (memo, text.text, end, &lexed->line, &lexed->known) != FALSE;
  lexed->is_open = lexed->known.tail != 0 && !is_cut;
  lexed->kind = lexed->is_open ? STRATA_FTRACE_EVENT_MARK : STRATA_FTRACE_EVENT_OTHER;
  if (G_UNLIKELY (!lexed->is_event))
    return;

  lexed->is_in_interrupt = is_in_interrupt (&lexed->line) != FALSE;
  lexed->is_comm_cut = strata_ftrace_latency_cuts_comm (&lexed->line) != FALSE;
  if (lexed->is_open)
    return;

  decode (lexed, is_cut);
  if (is_worth_knowing (lexed))
    learn_tail (memo, end, &lexed->line, &lexed->known);
}
