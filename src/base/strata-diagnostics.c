/* strata-diagnostics.c - warnings about an input, counted
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diagnostics.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-span.h"

/* One counter per kind. Only the first place of each kind is stored, so a file full of warnings
 * costs no memory. Only the loader's thread writes; everyone may read once the trace is
 * finished. */
#define SAMPLE_BYTES 200

struct _StrataDiagnostics
{
  StrataDiagnostic kinds[STRATA_N_DIAGNOSTIC_KINDS];
  guint32 input; /* the file of the next warnings */
};

typedef struct
{
  const char *name;
  StrataSeverity severity;
  const char *text;
} KindInfo;

static const KindInfo kind_infos[] = {
#define STRATA_DIAGNOSTIC_INFO(symbol, name, severity, text) { name, STRATA_SEVERITY_##severity, text },
  STRATA_DIAGNOSTIC_KINDS (STRATA_DIAGNOSTIC_INFO)
#undef STRATA_DIAGNOSTIC_INFO
};

static void
init_kind (StrataDiagnostic *self,
           StrataDiagnosticKind kind)
{
  *self = (StrataDiagnostic){
    .kind = kind,
    .first_input = STRATA_NO_INPUT,
    .first_offset = -1,
    .first_ns = STRATA_NO_TIME,
  };
}

StrataDiagnostics *
strata_diagnostics_new (void)
{
  StrataDiagnostics *self = g_new0 (StrataDiagnostics, 1);

  for (guint i = 0; i < STRATA_N_DIAGNOSTIC_KINDS; i++)
    init_kind (&self->kinds[i], i);

  self->input = STRATA_NO_INPUT;

  return self;
}

void
strata_diagnostics_free (StrataDiagnostics *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < STRATA_N_DIAGNOSTIC_KINDS; i++)
    g_free (self->kinds[i].sample);

  g_free (self);
}

/**
 * strata_diagnostics_set_input:
 * @self: the diagnostics
 * @input: index of a file, or %STRATA_NO_INPUT
 *
 * Sets the file of all places that are reported from now on.
 */
void
strata_diagnostics_set_input (StrataDiagnostics *self,
                              guint32 input)
{
  self->input = input;
}

/* Cuts a text to a readable length, never inside a character. */
static char *
make_sample (const char *sample,
             gssize n_sample_bytes)
{
  gsize n_bytes = n_sample_bytes < 0 ? strlen (sample) : (gsize) n_sample_bytes;
  g_autofree char *valid = g_utf8_make_valid (sample, (gssize) MIN (n_bytes, SAMPLE_BYTES));

  return n_bytes > SAMPLE_BYTES ? g_strconcat (valid, "…", NULL) : g_steal_pointer (&valid);
}

/**
 * strata_diagnostics_add_many:
 * @self: the diagnostics
 * @kind: the kind of warning
 * @count: how often
 * @place: where the first of them occurred
 * @sample: (nullable) (array length=n_sample_bytes): the text of the first one
 * @n_sample_bytes: its length, or -1 if NUL-ended
 *
 * Counts warnings. The place and the sample of the first one are kept.
 */
void
strata_diagnostics_add_many (StrataDiagnostics *self,
                             StrataDiagnosticKind kind,
                             guint64 count,
                             StrataPlace place,
                             const char *sample,
                             gssize n_sample_bytes)
{
  StrataDiagnostic *row = &self->kinds[kind];

  if (count == 0)
    return;

  if (row->count == 0)
    {
      row->first_input = self->input;
      row->first_line = place.line;
      row->first_offset = place.offset;
      row->first_ns = place.time_ns;
      row->sample = sample != NULL ? make_sample (sample, n_sample_bytes) : NULL;
    }

  row->count += count;
}

/**
 * strata_diagnostics_add:
 * @self: the diagnostics
 * @kind: the kind of warning
 * @place: where
 * @sample: (nullable) (array length=n_sample_bytes): its text
 * @n_sample_bytes: its length, or -1 if NUL-ended
 *
 * Counts one warning.
 */
void
strata_diagnostics_add (StrataDiagnostics *self,
                        StrataDiagnosticKind kind,
                        StrataPlace place,
                        const char *sample,
                        gssize n_sample_bytes)
{
  strata_diagnostics_add_many (self, kind, 1, place, sample, n_sample_bytes);
}

/* Returns the row of @kind; its count may be 0. */
const StrataDiagnostic *
strata_diagnostics_get (const StrataDiagnostics *self,
                        StrataDiagnosticKind kind)
{
  return &self->kinds[kind];
}

guint64
strata_diagnostics_get_count (const StrataDiagnostics *self,
                              StrataDiagnosticKind kind)
{
  return self->kinds[kind].count;
}

/**
 * strata_diagnostics_get_n_kinds:
 * @self: the diagnostics
 * @least: the lowest severity to count
 *
 * Returns: how many kinds of at least that severity occurred
 */
guint
strata_diagnostics_get_n_kinds (const StrataDiagnostics *self,
                                StrataSeverity least)
{
  guint n_kinds = 0;

  for (guint i = 0; i < STRATA_N_DIAGNOSTIC_KINDS; i++)
    n_kinds += self->kinds[i].count > 0 && kind_infos[i].severity >= least;

  return n_kinds;
}

/* Returns its name for programs, such as "unmatched-end". */
const char *
strata_diagnostic_kind_get_name (StrataDiagnosticKind kind)
{
  return kind_infos[kind].name;
}

/* Returns its sentence for the user, translated. */
const char *
strata_diagnostic_kind_get_text (StrataDiagnosticKind kind)
{
  return _ (kind_infos[kind].text);
}

StrataSeverity
strata_diagnostic_kind_get_severity (StrataDiagnosticKind kind)
{
  return kind_infos[kind].severity;
}

/**
 * strata_severity_get_name:
 * @severity: a severity
 *
 * Returns: (transfer none): "info", "warning" or "error"
 */
const char *
strata_severity_get_name (StrataSeverity severity)
{
  static const char *const names[] = { "info", "warning", "error" };

  return names[severity];
}
