/* strata-search-private.h - a search as a tree
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-search.h"

G_BEGIN_DECLS

/* What a field tests: a name, a set of attributes, a thread or a process is tested once for all
 * rows that have it; other fields test each row. */
typedef enum
{
  STRATA_SEARCH_BY_NAME,
  STRATA_SEARCH_BY_ATTRS,
  STRATA_SEARCH_BY_THREAD,
  STRATA_SEARCH_BY_PROCESS,
  STRATA_SEARCH_BY_ROW,
} StrataSearchDomain;

/* The type of a field's value. */
typedef enum
{
  STRATA_SEARCH_TEXT,
  STRATA_SEARCH_TIME,
  STRATA_SEARCH_NUMBER,
  STRATA_SEARCH_REAL,
  STRATA_SEARCH_WORD,
} StrataSearchType;

typedef enum
{
  STRATA_SEARCH_CONTAINS,
  STRATA_SEARCH_MATCHES,
  STRATA_SEARCH_IS_LIKE,
  STRATA_SEARCH_EQUALS,
  STRATA_SEARCH_BELOW,
  STRATA_SEARCH_AT_MOST,
  STRATA_SEARCH_ABOVE,
  STRATA_SEARCH_AT_LEAST,
} StrataSearchOp;

typedef struct _StrataSearchTerm StrataSearchTerm;

/* Values that would otherwise be looked up for each row. */
typedef struct
{
  StrataTrace *trace;            /* a trace */
  StrataSearchKind kind;         /* the kind of rows to search */
  const StrataSliceTable *table; /* its slices */
  gboolean is_cpu;               /* see strata_durations_are_cpu() */
  gint64 begin_ns;               /* start of the trace */
} StrataSearchSource;

typedef struct
{
  const char *name;          /* as the user types it */
  StrataSearchDomain domain; /* what it tests */
  guint kinds;               /* a bit for each StrataSearchKind that has it */
  StrataSearchType type;     /* the type of its value */
  /* tests a key of its domain: a string id, or the index of a set (plus the number of sets for a
   * slice of the kernel), thread, process or row */
  gboolean (*has) (const StrataSearchTerm *term, StrataTrace *trace, guint32 key);
  /* gets the time or number of a row; FALSE if it is not known */
  gboolean (*get) (const StrataSearchSource *source, guint32 row, gint64 *value);
  /* nullable: whether the text of a term matches one of the possible values */
  gboolean (*fits) (const StrataSearchTerm *term);
  const char *known; /* nullable: the possible values, for the user; to be translated */
} StrataSearchField;

struct _StrataSearchTerm
{
  const StrataSearchField *field; /* the field */
  StrataSearchOp op;              /* how it compares */
  char *key;                      /* nullable: key of the argument, `arg.key` */
  char *text;                     /* the text to compare with, as typed */
  char *folded;                   /* @text, case-folded */
  gboolean is_ascii;              /* whether @folded is plain ASCII, and so in lower case */
  gboolean is_real;               /* whether a number is not whole, or too large for @number */
  GRegex *regex;                  /* nullable: for STRATA_SEARCH_MATCHES */
  GPatternSpec *glob;             /* nullable: for STRATA_SEARCH_IS_LIKE, case-folded */
  gint64 number;                  /* the number; for times in ns */
  double real;                    /* the number for arguments and for STRATA_SEARCH_REAL */
  gint has_failed;                /* atomic: whether @regex gave up on a text */
};

typedef enum
{
  STRATA_SEARCH_ALL,
  STRATA_SEARCH_ANY,
  STRATA_SEARCH_NOT,
  STRATA_SEARCH_TERM,
} StrataSearchNodeKind;

typedef struct
{
  StrataSearchNodeKind kind; /* what it combines */
  GPtrArray *children;       /* (element-type StrataSearchNode) nullable: except for terms */
  guint term;                /* index of the term */
} StrataSearchNode;

struct _StrataSearch
{
  gatomicrefcount n_refs;
  StrataSearchNode *root; /* owned */
  GPtrArray *terms;       /* (element-type StrataSearchTerm) owned */
};

/* strata-search-fields.c */
const StrataSearchField *strata_search_find_field (const char *name, gsize n_bytes);

/* Returns the field, static, that text without a field name is searched in. */
const StrataSearchField *strata_search_get_name_field (void);

/* Whether @term matches a counter by its title in tables. */
gboolean strata_search_has_counter_name (const StrataSearchTerm *term, StrataTrace *trace, guint32 counter);

/* Returns all names of fields for an error message, "name, dur, … and is"; owned by the caller. */
char *strata_search_dup_field_names (void);

/* strata-search-term.c */
StrataSearchTerm *strata_search_term_new (const StrataSearchField *field, StrataSearchOp op, const char *key, const char *text, GError **error);

/* Frees a term; a GDestroyNotify. */
void strata_search_term_free (gpointer data);

/* Whether a term matches a text. Case counts only for "=". */
gboolean strata_search_term_has_text (const StrataSearchTerm *self, const char *text);

/* Whether a term matches a number, in ns for times. */
gboolean strata_search_term_has_number (const StrataSearchTerm *self, gint64 number);
/* The same for a number with a fraction. */
gboolean strata_search_term_has_real (const StrataSearchTerm *self, double number);

/* Whether a term matches the value of an argument; comparisons match only numbers. */
gboolean strata_search_term_has_arg (const StrataSearchTerm *self, const char *value);

G_END_DECLS
