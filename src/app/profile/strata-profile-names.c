/* strata-profile-names.c - the names of the rows of a profile
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-names.h"

#include <string.h>

#include "strata-method-signature.h"

/* Sorting and filtering need names again and again, so each is made once, on first use. Callers
 * hold the lock, since workers share the names. */
struct _StrataProfileNames
{
  gatomicrefcount ref_count;
  GMutex mutex;
  StrataProfile *profile; /* owned */
  const char **names;     /* owned: by row, as shown; each NULL until first used */
  GStringChunk *texts;    /* owned: texts of the names, unless they are strings of the trace */
};

struct _StrataProfileFilter
{
  char *text;        /* owned; folded unless case-sensitive */
  gboolean is_exact; /* whether it is case-sensitive */
};

/**
 * strata_profile_names_new:
 * @profile: the profile
 *
 * Returns: (transfer full): the names
 */
StrataProfileNames *
strata_profile_names_new (StrataProfile *profile)
{
  StrataProfileNames *self = g_new0 (StrataProfileNames, 1);
  guint n_rows;

  strata_profile_get_rows (profile, &n_rows);
  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->mutex);
  self->profile = strata_profile_ref (profile);
  self->names = g_new0 (const char *, n_rows);
  self->texts = g_string_chunk_new (4096);

  return self;
}

StrataProfileNames *
strata_profile_names_ref (StrataProfileNames *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
strata_profile_names_unref (StrataProfileNames *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_mutex_clear (&self->mutex);
  g_string_chunk_free (self->texts);
  g_free (self->names);
  strata_profile_unref (self->profile);
  g_free (self);
}

void
strata_profile_names_lock (StrataProfileNames *self)
{
  g_mutex_lock (&self->mutex);
}

void
strata_profile_names_unlock (StrataProfileNames *self)
{
  g_mutex_unlock (&self->mutex);
}

/* Short method names, without their package. */
static const char *
make_name (StrataProfileNames *self,
           guint32 key)
{
  if (strata_profile_get_by (self->profile) != STRATA_PROFILE_BY_NAME)
    {
      g_autofree char *group = strata_profile_dup_name (self->profile, key);

      return g_string_chunk_insert (self->texts, group);
    }

  const char *name = strata_trace_get_string (strata_profile_get_trace (self->profile), key);

  if (strata_method_signature_write (name, STRATA_SIGNATURE_SHORT, NULL, 0) == 0)
    return name;

  g_autofree char *readable = strata_method_signature_dup (name, STRATA_SIGNATURE_SHORT);

  return g_string_chunk_insert (self->texts, readable);
}

static guint32
get_key (StrataProfileNames *self,
         guint32 row)
{
  guint n_rows;

  return strata_profile_get_rows (self->profile, &n_rows)[row].key;
}

static const char *
get_name (StrataProfileNames *self,
          guint32 row)
{
  if (self->names[row] == NULL)
    self->names[row] = make_name (self, get_key (self, row));

  return self->names[row];
}

/**
 * strata_profile_names_compare:
 * @self: the names
 * @row_a: index of a row
 * @row_b: index of another
 *
 * Returns: less than, equal to or more than 0, as the name of @row_a is before or after the name of @row_b
 */
int
strata_profile_names_compare (StrataProfileNames *self,
                              guint32 row_a,
                              guint32 row_b)
{
  const char *a = get_name (self, row_a);
  const char *b = get_name (self, row_b);
  int order = g_ascii_strcasecmp (a, b);

  return order != 0 ? order : strcmp (a, b);
}

/* Smart case: a filter with capitals is case-sensitive. */
static gboolean
is_case_sensitive (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_isupper (g_utf8_get_char (p)))
      return TRUE;

  return FALSE;
}

/**
 * strata_profile_filter_new:
 * @text: text that names must contain; case-sensitive if it has a capital
 *
 * Returns: (transfer full): the filter
 */
StrataProfileFilter *
strata_profile_filter_new (const char *text)
{
  StrataProfileFilter *self = g_new0 (StrataProfileFilter, 1);

  self->is_exact = is_case_sensitive (text);
  self->text = self->is_exact ? g_strdup (text) : g_utf8_casefold (text, -1);

  return self;
}

void
strata_profile_filter_free (StrataProfileFilter *self)
{
  if (self == NULL)
    return;

  g_free (self->text);
  g_free (self);
}

/* Names are nearly always ASCII, for which folding needs no copy. */
static gboolean
contains_folded (const char *name,
                 const char *folded)
{
  gsize n_bytes = strlen (folded);

  for (; *name != '\0'; name++)
    if (g_ascii_tolower (*name) == *folded && g_ascii_strncasecmp (name, folded, n_bytes) == 0)
      return TRUE;

  return n_bytes == 0;
}

/**
 * strata_profile_filter_matches:
 * @self: a filter
 * @name: any text
 *
 * Returns: whether it matches the filter
 */
gboolean
strata_profile_filter_matches (const StrataProfileFilter *self,
                               const char *name)
{
  if (self->is_exact)
    return strstr (name, self->text) != NULL;

  if (g_str_is_ascii (name))
    return contains_folded (name, self->text);

  g_autofree char *valid = g_utf8_make_valid (name, -1);
  g_autofree char *folded = g_utf8_casefold (valid, -1);

  return strstr (folded, self->text) != NULL;
}

/* Nearly all method names fit the buffer, so memory is allocated for only a few of a million. */
static gboolean
matches_qualified (const StrataProfileFilter *self,
                   const char *name)
{
  char text[512] = "";

  if (strata_method_signature_write (name, STRATA_SIGNATURE_QUALIFIED, text, sizeof text) < sizeof text)
    return strata_profile_filter_matches (self, text);

  g_autofree char *qualified = strata_method_signature_dup (name, STRATA_SIGNATURE_QUALIFIED);

  return strata_profile_filter_matches (self, qualified);
}

/**
 * strata_profile_names_match:
 * @self: the names
 * @row: index of a row
 * @filter: the filter
 *
 * Matches the shown name, the method with its package, and the name in the file.
 *
 * Returns: whether the row passes the filter
 */
gboolean
strata_profile_names_match (StrataProfileNames *self,
                            guint32 row,
                            const StrataProfileFilter *filter)
{
  if (strata_profile_get_by (self->profile) != STRATA_PROFILE_BY_NAME)
    return strata_profile_filter_matches (filter, get_name (self, row));

  const char *name = strata_trace_get_string (strata_profile_get_trace (self->profile), get_key (self, row));

  /* the shown name of a method is the end of its qualified name, so it need not be made */
  return strata_profile_filter_matches (filter, name) || matches_qualified (filter, name);
}
