/* strata-archive-private.h - the parts of reading archives
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-archive.h"
#include "strata-spool.h"

G_BEGIN_DECLS

/* Enough to see the end of the key of a method trace. */
#define STRATA_ARCHIVE_TAIL_BYTES 16

typedef struct
{
  char *name; /* owned */
  StrataSpoolPiece pieces[2];
  guint n_pieces;
  guint8 head[STRATA_ARCHIVE_TAIL_BYTES];
  guint8 tail[STRATA_ARCHIVE_TAIL_BYTES];
  gsize n_head_bytes;
  gsize n_tail_bytes;
} StrataArchiveTrace;

struct _StrataArchive
{
  StrataSpool *spool; /* owned */
  GArray *traces;     /* (element-type StrataArchiveTrace) owned */
  guint n_files;
  guint64 n_bytes; /* of the traces */
  guint64 n_skipped;
  char *first_skipped; /* (nullable) owned: its name and the reason */
  GString *skipped;    /* owned: all names */
  GError *damage;      /* (nullable) owned: why reading ended early */
  StrataDiagnosticKind damage_kind;
  guint64 n_damaged;   /* files that are damaged themselves */
  char *first_damaged; /* (nullable) owned: its name and the damage */
  GString *damaged;    /* owned: all names */
  char *notes;         /* (nullable) owned: the notes that came with the traces */
};

/* strata-archive-pair.c */
void strata_archive_join_pairs (StrataArchive *self);

/* strata-archive-rhea.c */
void strata_archive_join_rhea (StrataArchive *self);

G_END_DECLS
