/* strata-journal-entry.h - an entry of the journal, field by field
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-event-sink.h"
#include "strata-source.h"

G_BEGIN_DECLS

/* Longer messages are cut. */
#define STRATA_JOURNAL_MOST_BYTES 4096

/* The entry that is being read. */
typedef struct
{
  StrataEventSink *sink; /* borrowed: where entries go */
  gint64 realtime_us;    /* when it was written, since 1970; -1 if unknown */
  gint64 monotonic_us;   /* the same since boot; -1 if unknown */
  gint64 pid;            /* the process that wrote it, or -1 */
  char level;            /* 'D', 'I', 'W', 'E' or 'F' */
  GString *identifier;   /* the program's name for itself, or empty */
  GString *comm;         /* the kernel's name for it, or empty */
  GString *message;      /* its message */
  gboolean has_field;    /* whether it had any field */
} StrataJournalEntry;

void strata_journal_entry_init (StrataJournalEntry *self, StrataEventSink *sink);
void strata_journal_entry_clear (StrataJournalEntry *self);
void strata_journal_entry_take (StrataJournalEntry *self, StrataText name, StrataText value);
void strata_journal_entry_end (StrataJournalEntry *self);

/* strata-journal-json.c: journalctl -o json and json-pretty; strata-journal-text.c: -o export and verbose */
gboolean strata_journal_read_json (StrataSource *source, StrataJournalEntry *entry, GError **error);
gboolean strata_journal_read_text (StrataSource *source, StrataJournalEntry *entry, GError **error);
gboolean strata_journal_is_verbose (StrataText line);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StrataJournalEntry, strata_journal_entry_clear)

G_END_DECLS
