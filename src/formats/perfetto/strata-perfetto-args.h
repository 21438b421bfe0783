/* strata-perfetto-args.h - annotations of an event as arguments
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-perfetto-sequences.h"
#include "strata-proto-schema.h"

G_BEGIN_DECLS

/* Keys of places in the source, see strata-sql-args.c. */
#define STRATA_PERFETTO_SOURCE "source"
#define STRATA_PERFETTO_INLINE_SOURCE "source_location"
#define STRATA_PERFETTO_ORIGIN "posted_from"
#define STRATA_PERFETTO_LOG "log_message"

/* The arguments of an event while they are written. */
typedef struct
{
  GString *text;                    /* borrowed: "key=value,key=value", see strata_args_next() */
  const StrataPerfettoState *state; /* (nullable) borrowed: state of the sequence */
  const StrataStringPool *strings;  /* borrowed: the pool of the names */
  guint64 n_unknown;                /* ids without a known name */
  gboolean is_cut;                  /* whether some were dropped because they are nested too deeply */
  const StrataProtoSchema *schema;  /* (nullable) borrowed: the messages that annotations may contain */
  gsize most_bytes;                 /* length after which they are cut, if it is less than usual; or 0 */
} StrataPerfettoArgs;

gboolean strata_perfetto_args_has_room (const StrataPerfettoArgs *self);
void strata_perfetto_args_separate (StrataPerfettoArgs *self);
void strata_perfetto_args_put_text (StrataPerfettoArgs *self, const char *text, gsize n_bytes);
void strata_perfetto_args_put_key (StrataPerfettoArgs *self, const char *key);
void strata_perfetto_args_put_int (StrataPerfettoArgs *self, gint64 value);
void strata_perfetto_args_put_uint (StrataPerfettoArgs *self, guint64 value);
void strata_perfetto_args_put_hex (StrataPerfettoArgs *self, guint64 value);
void strata_perfetto_args_put_own_text (StrataPerfettoArgs *self, const char *text, gsize n_bytes);
void strata_perfetto_args_put_interned (StrataPerfettoArgs *self, guint list, guint64 iid);
void strata_perfetto_args_add_annotation (StrataPerfettoArgs *self, StrataProto annotation);
void strata_perfetto_args_put_location (StrataPerfettoArgs *self, StrataProto location);
void strata_perfetto_args_add_location (StrataPerfettoArgs *self, const char *key, StrataProto location);
void strata_perfetto_args_add_text (StrataPerfettoArgs *self, const char *key, const char *value, gsize n_bytes);
void strata_perfetto_args_add_word (StrataPerfettoArgs *self, const char *key, const char *word);
void strata_perfetto_args_add_nonzero (StrataPerfettoArgs *self, const char *key, guint64 value);
void strata_perfetto_args_put_double (StrataPerfettoArgs *self, double value);
void strata_perfetto_args_add_int (StrataPerfettoArgs *self, const char *key, gint64 value);

/* strata-perfetto-callstack.c */
void strata_perfetto_args_put_stack (StrataPerfettoArgs *self, StrataProto stack);
void strata_perfetto_args_put_interned_stack (StrataPerfettoArgs *self, guint64 iid);
StrataText strata_perfetto_state_get_text (const StrataPerfettoState *self, const StrataStringPool *strings, guint list, guint64 iid, guint64 *n_unknown);
char *strata_perfetto_state_dup_library (const StrataPerfettoState *self, const StrataStringPool *strings, guint64 iid, guint64 *n_unknown);

/* strata-perfetto-typed.c */
void strata_perfetto_args_put_proto (StrataPerfettoArgs *self, StrataProto annotation, const StrataProto *value, guint depth);

/* strata-perfetto-json.c */
void strata_perfetto_args_put_json (StrataPerfettoArgs *self, const StrataProto *field, guint most_depth);

G_END_DECLS
