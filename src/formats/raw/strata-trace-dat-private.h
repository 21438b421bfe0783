/* strata-trace-dat-private.h - what the files of the reader of trace.dat share
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-dat-cursor.h"
#include "strata-ring-capture.h"

G_BEGIN_DECLS

/* Numbers of sections and of options, which are the same in both versions. */
typedef enum
{
  STRATA_DAT_END = 0,
  STRATA_DAT_DATE = 1,
  STRATA_DAT_CPU_STATS = 2,
  STRATA_DAT_BUFFER = 3,
  STRATA_DAT_TRACE_CLOCK = 4,
  STRATA_DAT_UNAME = 5,
  STRATA_DAT_OFFSET = 7,
  STRATA_DAT_TIME_SHIFT = 12,
  STRATA_DAT_TSC2NSEC = 14,
  STRATA_DAT_HEADER_INFO = 16,
  STRATA_DAT_FTRACE_FORMATS = 17,
  STRATA_DAT_EVENT_FORMATS = 18,
  STRATA_DAT_SYMBOLS = 19,
  STRATA_DAT_STRINGS = 20,
  STRATA_DAT_COMMS = 21,
  STRATA_DAT_TEXT_BUFFER = 22,
  STRATA_DAT_N_IDS,
} StrataDatId;

/* A section of version 7 begins with its number, flags, an id of its description, and its length. */
#define STRATA_DAT_SECTION_BYTES 16
#define STRATA_DAT_SECTION_PACKED 1

typedef struct
{
  guint id;
  gboolean is_packed;
  guint64 n_bytes; /* as it says */
} StrataDatSection;

/* Pages of a CPU, in the file. */
typedef struct
{
  guint64 begin;
  guint64 end;
} StrataDatSpan;

/**
 * StrataDatReader:
 * @capture: what the file is read into
 * @sink: (borrowed): where its events go
 * @is_swapped: whether its numbers are of the other endianness than ours
 * @version: 6 or 7
 * @packing: how its sections are compressed, where they are
 * @is_unknown_packing: whether that is a way that is not known
 * @n_cpus: of version 6
 * @n_buffers: how many there are so far
 * @clock: (nullable) (owned): name of its clock
 * @tsc: how ticks of the CPU become ns, if the file says so
 * @date_us: what makes its times those of the calendar, or 0
 * @n_overrun: events that were overwritten, as the kernel says
 * @n_texts: buffers that are text
 * @is_cut: whether it ends early
 * @n_damaged: places where something else is than there should be
 * @damage_offset: the first of these
 * @end: of what the file refers to
 * @pieces_end: of the pieces of the latest CPU that is compressed
 * @spans: #StrataDatSpan: pages that are not compressed
 * @taken: offsets of sections and options that were read
 *
 * A trace.dat that is being read.
 */
typedef struct
{
  StrataRingCapture capture;
  StrataEventSink *sink;
  gboolean is_swapped;
  guint version;
  StrataRingPacking packing;
  gboolean is_unknown_packing;
  guint32 n_cpus;
  guint32 n_buffers;
  char *clock;
  StrataRingClock tsc;
  gint64 date_us;
  guint64 n_overrun;
  guint64 n_texts;
  gboolean is_cut;
  guint64 n_damaged;
  guint64 damage_offset;
  guint64 end;
  guint64 pieces_end;
  StrataColumn spans;
  GHashTable *taken;
} StrataDatReader;

/* A cursor from an offset of the file to its end. */
StrataDatCursor strata_dat_reader_open (const StrataDatReader *self, guint64 offset);

/* Notes that something else is there than there should be. */
void strata_dat_reader_note_damage (StrataDatReader *self, guint64 offset);

/* Notes that a cursor wanted more than there is, of a part that begins at the offset: the file is cut, or the part says
 * something untrue. */
void strata_dat_reader_note_cut (StrataDatReader *self, const StrataDatCursor *cursor, guint64 offset);

/* Notes that the file is as long as that, at least. */
void strata_dat_reader_note_end (StrataDatReader *self, guint64 end);

/* strata-trace-dat-sections.c */
/* Reads the content of a section that is not pages; cuts are noted in the reader. */
void strata_dat_reader_take_section (StrataDatReader *self, guint id, StrataDatCursor *cursor);

/* Reads descriptions of events that no number leads to. */
void strata_dat_reader_salvage_formats (StrataDatReader *self, StrataDatCursor *cursor);

/* strata-trace-dat-cpus.c */
/* Adds pages that are not compressed. */
void strata_dat_reader_add_pages (StrataDatReader *self, guint32 cpu, guint64 offset, guint64 n_bytes);

/* Reads the table that says where the pages of each CPU are, and adds a buffer. */
void strata_dat_reader_take_cpus (StrataDatReader *self, StrataDatCursor *table, guint32 n_cpus, gboolean is_packed);

/* strata-trace-dat-options.c */
/* Reads an option, of which the cursor has just the data. Unknown ones are left out. */
void strata_dat_reader_take_option (StrataDatReader *self, guint id, StrataDatCursor *option);

/* strata-trace-dat-v7.c */
/* Reads all of version 7. @offset is just behind the head of the file. */
void strata_dat_reader_read_sections (StrataDatReader *self, guint64 offset);

/* Opens the section at an offset; of pages, only its head is read. */
StrataDatCursor strata_dat_reader_open_section (StrataDatReader *self, guint64 offset, StrataDatSection *section);

/* Reads one list of options. Returns where the next one is, or 0. */
guint64 strata_dat_reader_take_options (StrataDatReader *self, StrataDatCursor *cursor);

/* Reads the option of a buffer of version 7, and adds its pages. */
void strata_dat_reader_take_buffer (StrataDatReader *self, StrataDatCursor *option);

/* strata-trace-dat-pieces.c */
/* Adds the pages of a CPU that are compressed. The next CPU begins at @end. Returns where they end. */
guint64 strata_dat_reader_take_pieces (StrataDatReader *self, guint32 cpu, guint64 offset, guint64 end);

/* strata-trace-dat-salvage.c */
/* Whether a section may begin at an offset. */
gboolean strata_dat_reader_is_section (const StrataDatReader *self, guint64 offset, StrataDatSection *section);

/* Adds pages of a part of the file that no table leads to. */
void strata_dat_reader_salvage_gaps (StrataDatReader *self, guint64 begin, guint64 end);

/* Adds the pages of the section of a buffer of version 7, without a table. */
void strata_dat_reader_salvage_buffer (StrataDatReader *self, guint64 offset, gboolean is_packed);

/* Returns where the first pages are behind an offset, at a multiple of their length; the end of the file for nowhere. */
guint64 strata_dat_reader_find_pages (const StrataDatReader *self, guint64 begin);

/* Without a list of options that leads to the pages, reads sections as they follow one another, and pages
 * wherever they are. */
void strata_dat_reader_walk (StrataDatReader *self, guint64 offset);

G_END_DECLS
