/* strata-report.h - the content of the import report
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-kind-table.h"
#include "strata-raw-line.h"
#include "strata-table-rows.h"

G_BEGIN_DECLS

/* A kind of warning, with the place of the first one. */
typedef struct
{
  const StrataDiagnostic *diagnostic; /* the warning; lives as long as the trace */
  const char *file;                   /* nullable: name of the file of the first one, if there are several */
  guint64 line;                       /* number of its line, from 1, or 0 */
  StrataRawPlace place;               /* its line among those kept, or nowhere */
} StrataReportEntry;

/* A figure about a whole file. */
typedef struct
{
  const char *name;  /* a word for programs */
  const char *title; /* words for the user, translated */
  guint64 count;     /* how many */
} StrataReportCount;

#define STRATA_REPORT_N_COUNTS 9

GArray *strata_report_list_entries (StrataTrace *trace);
void strata_report_get_counts (StrataTrace *trace, StrataReportCount counts[STRATA_REPORT_N_COUNTS]);
const char *strata_report_get_severity_title (StrataSeverity severity);
char *strata_report_dup_place (StrataTrace *trace, const StrataReportEntry *entry);
char *strata_report_dup_line (StrataTrace *trace, const StrataReportEntry *entry);
char *strata_report_dup_kind_note (const StrataKind *kind);
char *strata_report_dup_text (StrataTrace *trace);
StrataTableRows *strata_report_new_rows (StrataTrace *trace);

G_END_DECLS
