/* strata-json-reader.h - JSON, token by token
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-source.h"

G_BEGIN_DECLS

/* No real data is nested deeper. */
#define STRATA_JSON_MOST_DEPTH 512

/* Longer strings are cut here. */
#define STRATA_JSON_MOST_STRING_BYTES (1 << 16)

/* Longer numbers are cut here. */
#define STRATA_JSON_MOST_WORD_BYTES 64

typedef enum
{
  STRATA_JSON_END,    /* the value is complete, or the input ended */
  STRATA_JSON_OBJECT, /* an object begins; keys and values follow */
  STRATA_JSON_ARRAY,  /* an array begins; values follow */
  STRATA_JSON_CLOSE,  /* the innermost object or array ends */
  STRATA_JSON_KEY,    /* a key, whose value follows */
  STRATA_JSON_STRING, /* a string */
  STRATA_JSON_NUMBER, /* a number */
  STRATA_JSON_OTHER,  /* true, false or null */
} StrataJsonToken;

/* Reads JSON (RFC 8259) from a source without keeping any of it: neither its size nor its depth
 * costs memory. */
typedef struct
{
  StrataJsonToken token;                  /* the last token */
  GString *text;                          /* the last key or string, in UTF-8 and NUL-ended */
  gint64 number;                          /* the last number; fractions are cut off, and out-of-range values become the nearest 64-bit number */
  char word[STRATA_JSON_MOST_WORD_BYTES]; /* the last number, true, false or null as it is written */
  gboolean is_cut;                        /* whether the input ended before the value did */

  /* private */
  StrataSource *source;
  const guint8 *p;
  const guint8 *begin;
  const guint8 *end;
  guint depth;
  guint8 is_object[STRATA_JSON_MOST_DEPTH];
  gboolean is_key_next;
  gboolean has_members;
} StrataJsonReader;

gsize strata_json_find_begin (const guint8 *data, gsize n_bytes);
gboolean strata_json_has_word (const guint8 *data, gsize n_bytes, const char *word);
gboolean strata_json_has_member (const guint8 *data, gsize n_bytes, const char *name);
gboolean strata_json_skip_mark (StrataSource *source, GError **error);
void strata_json_reader_init (StrataJsonReader *self, StrataSource *source);
void strata_json_reader_clear (StrataJsonReader *self);
gboolean strata_json_reader_next (StrataJsonReader *self, GError **error);
gboolean strata_json_reader_skip (StrataJsonReader *self, GError **error);
gboolean strata_json_reader_enter_string (StrataJsonReader *self, gboolean *is_string, GError **error);
void strata_json_reader_go_on (StrataJsonReader *self);
guint64 strata_json_reader_get_offset (const StrataJsonReader *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StrataJsonReader, strata_json_reader_clear)

G_END_DECLS
