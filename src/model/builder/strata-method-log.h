/* strata-method-log.h - the unprocessed records of a method trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-column.h"

G_BEGIN_DECLS

/* Kinds of records. */
typedef enum
{
  STRATA_METHOD_ENTER,    /* a method was entered */
  STRATA_METHOD_EXIT,     /* a method returned */
  STRATA_METHOD_UNROLL,   /* a method was left by an exception */
  STRATA_METHOD_RESERVED, /* never written */
} StrataMethodAction;

/* A method; the line may also have its source location. */
typedef struct
{
  guint64 id;       /* its id in the file */
  const char *line; /* nullable: class, name and signature, separated by tabs; NULL when undeclared */
} StrataLoggedMethod;

/* A thread, as declared. */
typedef struct
{
  gint64 tid;       /* its id */
  const char *name; /* its name */
} StrataLoggedThread;

/* A record. */
typedef struct
{
  guint64 time_us; /* the first clock of the file: thread CPU if there is that, else wall */
  guint32 tid;     /* id of the thread */
  guint32 word;    /* index of the method, times four, plus the StrataMethodAction */
} StrataLoggedRecord;

/* The records of a method trace in order, not converted to calls. Plain data; one writer. */
typedef struct
{
  GStringChunk *names;      /* owned: the texts */
  StrataColumn methods;     /* StrataLoggedMethod */
  StrataColumn threads;     /* StrataLoggedThread, in the order of the file */
  StrataColumn records;     /* StrataLoggedRecord, in the order of the file */
  gint64 key_version;       /* the version in the key section, or -1 */
  gint64 data_version;      /* of the data, or -1 when there is none */
  gboolean is_key_complete; /* whether the key section is complete */
  gboolean is_readable;     /* whether the data has a known version */
  gboolean is_cut;          /* whether the last record is cut off */
  gboolean has_whole_times; /* whether times are longer than 32 bits */
} StrataMethodLog;

StrataMethodLog *strata_method_log_new (void);
void strata_method_log_free (StrataMethodLog *self);
void strata_method_log_declare_method (StrataMethodLog *self, guint32 method, guint64 id, const char *line, gsize n_bytes);
void strata_method_log_declare_thread (StrataMethodLog *self, gint64 tid, const char *name, gsize n_bytes);
void strata_method_log_see_method (StrataMethodLog *self, guint32 method, guint64 id);

/* Adds a record; the method is one that was seen or declared. */
static inline void
strata_method_log_add (StrataMethodLog *self,
                       guint32 tid,
                       guint32 method,
                       StrataMethodAction action,
                       guint64 time_us)
{
  StrataLoggedRecord *record = (StrataLoggedRecord *) strata_column_push (&self->records, sizeof (StrataLoggedRecord));

  record->time_us = time_us;
  record->tid = tid;
  record->word = method << 2 | (guint32) action;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataMethodLog, strata_method_log_free)

G_END_DECLS
