/* traceview-writer.h - method traces from short descriptions
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TraceviewSpec:
 * @key: the key; "%d" in it is replaced by the number of records
 * @version: of the data; 0xf0 in it means streaming; 4 and 5 are those of Android 16
 * @header_bytes: offset to the records, 0 for 32
 * @record_bytes: size of a record, 0 for the size that version and @n_clocks need
 * @n_clocks: 1 or 2
 * @records: see traceview_writer_append_records()
 *
 * A method trace.
 */
typedef struct
{
  const char *key;
  guint version;
  guint header_bytes;
  guint record_bytes;
  guint n_clocks;
  const char *records;
} TraceviewSpec;

#define TRACEVIEW_THREADS "*threads\n1\tmain\n2\tworker\n"
#define TRACEVIEW_METHODS "*methods\n"                    \
                          "0x10\tA\ta\t()V\tA.java\t1\n"  \
                          "0x20\tB\tb\t(I)I\tB.java\t2\n" \
                          "0x30\torg/C\tc\t([Ljava/lang/String;)V\tC.java\n"
#define TRACEVIEW_KEY(clock) "*version\n3\ndata-file-overflow=false\nclock=" clock "\nnum-method-calls=%d\npid=77\n" TRACEVIEW_THREADS TRACEVIEW_METHODS "*end\n"

gboolean traceview_writer_has_packets (const TraceviewSpec *spec);
void traceview_writer_append_header (GByteArray *out, const TraceviewSpec *spec);
guint traceview_writer_append_packets (GByteArray *out, const TraceviewSpec *spec);
guint traceview_writer_append_records (GByteArray *out, const TraceviewSpec *spec);
GByteArray *traceview_writer_write (const TraceviewSpec *spec);

G_END_DECLS
