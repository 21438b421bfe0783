/* strata-output.h - buffered writing to the standard output or to a stream
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <string.h>

#include <gio/gio.h>

G_BEGIN_DECLS

#define STRATA_OUTPUT_BYTES 65536

/* Buffers text and writes it in large blocks. After a failure everything is dropped, so that
 * callers only check for errors once, at the end. */
typedef struct
{
  int fd;
  const char *name;          /* borrowed; nullable: name of @fd in errors, if it is not the standard output */
  int failure;               /* errno of the first write that failed, or 0 */
  GOutputStream *stream;     /* borrowed; nullable: used instead of @fd */
  GCancellable *cancellable; /* borrowed; nullable: of the stream */
  GError *error;             /* owned; nullable: of the stream */
  const char *unit;          /* borrowed; nullable: unit of the times in tables if they are not time */
  gsize n;
  char buffer[STRATA_OUTPUT_BYTES];
} StrataOutput;

StrataOutput *strata_output_new (int fd);
StrataOutput *strata_output_new_for_stream (GOutputStream *stream, GCancellable *cancellable);
gboolean strata_output_close (StrataOutput *self, GError **error);
void strata_output_flush (StrataOutput *self);
void strata_output_bytes (StrataOutput *self, const char *text, gsize n_bytes);
void strata_output_number (StrataOutput *self, gint64 number);
void strata_output_spaces (StrataOutput *self, gsize n_spaces);
void strata_output_csv (StrataOutput *self, const char *text);
void strata_output_tsv (StrataOutput *self, const char *text);
void strata_output_json (StrataOutput *self, const char *text);
void strata_output_plain (StrataOutput *self, const char *text);
char *strata_output_make_plain (char *text);
void strata_output_format (StrataOutput *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

static inline void
strata_output_char (StrataOutput *self,
                    char c)
{
  if (G_UNLIKELY (self->n == STRATA_OUTPUT_BYTES))
    strata_output_flush (self);

  self->buffer[self->n++] = c;
}

static inline void
strata_output_text (StrataOutput *self,
                    const char *text)
{
  strata_output_bytes (self, text, strlen (text));
}

G_END_DECLS
