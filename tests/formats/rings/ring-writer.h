/* ring-writer.h - writes pages of the kernel's ring buffer, and files of them, for tests
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define WRITER_PAGE_BYTES 4096

/* Event numbers of writer_formats. */
#define WRITER_PRINT 5
#define WRITER_SWITCH 10
#define WRITER_WAKING 11
#define WRITER_IRQ 12

/* A page that is being filled: a header of 16 bytes, then records. */
typedef struct
{
  GByteArray *bytes;
  gboolean is_big_endian;
  guint64 time_ns;
} WriterPage;

/* An option of a trace.dat. */
typedef struct
{
  guint id;
  gconstpointer data;
  gsize n_bytes;
} WriterOption;

extern const char writer_formats[];

void writer_add_uint (GByteArray *bytes, guint64 value, guint n_bytes, gboolean is_big_endian);
void writer_page_begin (WriterPage *page, guint64 time_ns, gboolean is_big_endian);
void writer_page_add (WriterPage *page, guint type, guint32 delta, gconstpointer data, gsize n_bytes);
void writer_page_add_special (WriterPage *page, guint type, guint32 delta, guint32 value);
void writer_page_mark (WriterPage *page, guint64 time_ns, guint32 tid, const char *text);
void writer_page_switch (WriterPage *page, guint64 time_ns, guint32 prev_tid, guint64 prev_state, guint32 next_tid);
GBytes *writer_page_end (WriterPage *page, guint32 flags);

GByteArray *writer_sys_new (void);
void writer_sys_add (GByteArray *file, guint type, gconstpointer data, gsize n_bytes);
GByteArray *writer_dat_new (GBytes *const *pages, guint n_cpus, gboolean is_big_endian);
GByteArray *writer_dat7_new (GBytes *const *pages, guint n_cpus, const char *packing, const WriterOption *options, guint n_options);

G_END_DECLS
