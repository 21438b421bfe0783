/* strata-named-query.h - queries stored in files
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A query in a file. */
typedef struct
{
  char *name;        /* its name: its file name without ".sql" */
  char *title;       /* its title, translated */
  char *description; /* what it answers, translated; may be empty */
  char *path;        /* its file */
  gboolean is_own;   /* whether the user saved it; others come with the program */
} StrataNamedQuery;

GPtrArray *strata_named_queries_list (void);
char *strata_named_query_dup_title (const char *sql);
char *strata_named_query_dup_shown (const char *sql);
char *strata_named_query_read (const char *name, GError **error);
gboolean strata_named_query_save (const char *title, const char *sql, char **name, GError **error);

G_END_DECLS
