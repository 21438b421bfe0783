/* strata-trace-dat-private.h - shared by the files of the trace.dat reader
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-dat-cursor.h"
#include "strata-ring-capture.h"

G_BEGIN_DECLS

/* Numbers of sections and options, which are the same in both versions. */
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

/* A section of version 7 starts with its number, flags, the id of its description, and its length. */
#define STRATA_DAT_SECTION_BYTES 16
#define STRATA_DAT_SECTION_PACKED 1

typedef struct
{
  guint id;
  gboolean is_packed;
  guint64 n_bytes; /* according to its head */
} StrataDatSection;

/* The range of a CPU's pages in the file. */
typedef struct
{
  guint64 begin;
  guint64 end;
} StrataDatSpan;

/* A trace.dat that is being read. */
typedef struct
{
  StrataRingCapture capture;   /* receives the data of the file */
  StrataEventSink *sink;       /* borrowed: receives its events */
  gboolean is_swapped;         /* whether its numbers do not have our endianness */
  guint version;               /* 6 or 7 */
  StrataRingPacking packing;   /* compression of its sections, if they are compressed */
  gboolean is_unknown_packing; /* whether the compression is not supported */
  guint32 n_cpus;              /* number of CPUs in version 6 */
  guint32 n_buffers;           /* number of buffers so far */
  char *clock;                 /* owned; nullable: name of its clock */
  StrataRingClock tsc;         /* conversion of CPU ticks to ns, if the file contains it */
  gint64 date_us;              /* offset from its times to those of the calendar, or 0 */
  guint64 n_overrun;           /* number of overwritten events according to the kernel */
  guint64 n_texts;             /* number of buffers that are text */
  gboolean is_cut;             /* whether it ends early */
  guint64 n_damaged;           /* number of places with unexpected data */
  guint64 damage_offset;       /* the first of these */
  guint64 end;                 /* the end of the data that the file refers to */
  guint64 pieces_end;          /* the end of the pieces of the latest compressed CPU */
  StrataColumn spans;          /* StrataDatSpan: uncompressed pages */
  GHashTable *taken;           /* offsets of sections and options that were read */
} StrataDatReader;

/* A cursor from an offset of the file to its end. */
StrataDatCursor strata_dat_reader_open (const StrataDatReader *self, guint64 offset);

/* Records that the data at an offset is not what was expected. */
void strata_dat_reader_note_damage (StrataDatReader *self, guint64 offset);

/* Records that a cursor read past the end of a part that starts at the offset: either the file is truncated, or the part
 * contains a wrong length. */
void strata_dat_reader_note_cut (StrataDatReader *self, const StrataDatCursor *cursor, guint64 offset);

/* Records that the data of the file extends at least to @end. */
void strata_dat_reader_note_end (StrataDatReader *self, guint64 end);

/* strata-trace-dat-sections.c */
/* Reads the content of a section other than pages; truncation is recorded in the reader. */
void strata_dat_reader_take_section (StrataDatReader *self, guint id, StrataDatCursor *cursor);

/* Reads event descriptions without a valid length before them. */
void strata_dat_reader_salvage_formats (StrataDatReader *self, StrataDatCursor *cursor);

/* strata-trace-dat-cpus.c */
/* Adds uncompressed pages. */
void strata_dat_reader_add_pages (StrataDatReader *self, guint32 cpu, guint64 offset, guint64 n_bytes);

/* Reads the table of the pages of each CPU, and adds a buffer. */
void strata_dat_reader_take_cpus (StrataDatReader *self, StrataDatCursor *table, guint32 n_cpus, gboolean is_packed);

/* strata-trace-dat-options.c */
/* Reads an option; the cursor contains only its data. Unknown options are ignored. */
void strata_dat_reader_take_option (StrataDatReader *self, guint id, StrataDatCursor *option);

/* strata-trace-dat-v7.c */
/* Reads a file of version 7. @offset is the end of the file's head. */
void strata_dat_reader_read_sections (StrataDatReader *self, guint64 offset);

/* Opens the section at an offset; for pages, only its head is read. */
StrataDatCursor strata_dat_reader_open_section (StrataDatReader *self, guint64 offset, StrataDatSection *section);

/* Reads one list of options. Returns the offset of the next list, or 0. */
guint64 strata_dat_reader_take_options (StrataDatReader *self, StrataDatCursor *cursor);

/* Reads the buffer option of version 7, and adds its pages. */
void strata_dat_reader_take_buffer (StrataDatReader *self, StrataDatCursor *option);

/* strata-trace-dat-pieces.c */
/* Adds the compressed pages of a CPU. The next CPU starts at @end. Returns the end of the pages. */
guint64 strata_dat_reader_take_pieces (StrataDatReader *self, guint32 cpu, guint64 offset, guint64 end);

/* strata-trace-dat-salvage.c */
/* Whether a section may start at an offset. */
gboolean strata_dat_reader_is_section (const StrataDatReader *self, guint64 offset, StrataDatSection *section);

/* Adds pages in a part of the file that no table refers to. */
void strata_dat_reader_salvage_gaps (StrataDatReader *self, guint64 begin, guint64 end);

/* Adds the pages in a version 7 buffer section without a table. */
void strata_dat_reader_salvage_buffer (StrataDatReader *self, guint64 offset, gboolean is_packed);

/* Returns the start of the first pages after an offset, at a multiple of their length; the end of the file if there are none. */
guint64 strata_dat_reader_find_pages (const StrataDatReader *self, guint64 begin);

/* Used if no list of options leads to the pages: reads sections in the order of the file, and pages
 * wherever they are. */
void strata_dat_reader_walk (StrataDatReader *self, guint64 offset);

G_END_DECLS
