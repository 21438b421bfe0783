/* perfetto-writer.h - writes Perfetto traces for tests
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* fields of a message that is being written */
void writer_add_int (GByteArray *message, guint field, guint64 value);
void writer_add_fixed64 (GByteArray *message, guint field, guint64 value);
void writer_add_bytes (GByteArray *message, guint field, gconstpointer bytes, gsize n_bytes);
void writer_add_text (GByteArray *message, guint field, const char *text);
void writer_add_packed (GByteArray *message, guint field, const guint64 *values, gsize n_values);

/* fields from text: 8:1000 is a number, 44*1000 one of 8 bytes, 2'name' a text, 60{1:5} a message, 2[1,2] packed numbers */
void writer_add_fields (GByteArray *message, const char *text);

/* ends and frees @inner */
void writer_add_message (GByteArray *message, guint field, GByteArray *inner);

/* packets */
GByteArray *writer_begin_packet (guint sequence, gint64 time_ns);
void writer_end_packet (GByteArray *trace, GByteArray *packet);
void writer_add_thread (GByteArray *trace, guint64 uuid, guint pid, guint tid, const char *name);
void writer_add_event (GByteArray *trace, gint64 time_ns, guint64 track, guint type, const char *name);
void writer_add_snapshot (GByteArray *trace, guint64 clock_a, gint64 time_a_ns, guint64 clock_b, gint64 time_b_ns);

/* bundles: @content has the fields of the event's kind, and is freed */
void writer_add_ftrace_event (GByteArray *bundle, gint64 time_ns, guint tid, guint kind, GByteArray *content);
void writer_add_print (GByteArray *bundle, gint64 time_ns, guint tid, const char *payload);
void writer_add_bundle (GByteArray *trace, guint cpu, GByteArray *bundle);

G_END_DECLS
