/* strata-trace-files.c - the files of a window's trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-trace-files.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-span-text.h"
#include "strata-title.h"

/* An array of StrataLoadInput, each with its own reference to a file; the first file defines the
 * clock of the trace. */

static void
free_input (gpointer data)
{
  StrataLoadInput *input = data;

  g_clear_object (&input->file);
  g_free (input);
}

GPtrArray *
strata_trace_files_new (void)
{
  return g_ptr_array_new_with_free_func (free_input);
}

/**
 * strata_trace_files_add:
 * @files: (element-type StrataLoadInput): files
 * @input: a file to add, which is copied
 *
 * Adds a file.
 */
void
strata_trace_files_add (GPtrArray *files,
                        const StrataLoadInput *input)
{
  StrataLoadInput *copy = g_memdup2 (input, sizeof *input);

  g_object_ref (copy->file);
  g_ptr_array_add (files, copy);
}

/**
 * strata_trace_files_copy:
 * @files: (element-type StrataLoadInput): files
 *
 * Returns: (transfer full) (element-type StrataLoadInput): the same files
 */
GPtrArray *
strata_trace_files_copy (GPtrArray *files)
{
  GPtrArray *copy = strata_trace_files_new ();

  for (guint i = 0; i < files->len; i++)
    strata_trace_files_add (copy, g_ptr_array_index (files, i));

  return copy;
}

/**
 * strata_trace_files_dup_name:
 * @files: (element-type StrataLoadInput): files
 *
 * Returns: (transfer full): a name for all of them: "a.ftrace + b.ftrace"
 */
char *
strata_trace_files_dup_name (GPtrArray *files)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < files->len; i++)
    g_ptr_array_add (names, strata_title_dup_file_name (((const StrataLoadInput *) g_ptr_array_index (files, i))->file));

  g_ptr_array_add (names, NULL);
  return g_strjoinv (" + ", (char **) names->pdata);
}

/**
 * strata_trace_files_to_variant:
 * @files: (nullable) (element-type StrataLoadInput): files
 *
 * Returns: (transfer floating): the files as %STRATA_TRACE_FILES_TYPE
 */
GVariant *
strata_trace_files_to_variant (GPtrArray *files)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE (STRATA_TRACE_FILES_TYPE));

  for (guint i = 0; files != NULL && i < files->len; i++)
    {
      const StrataLoadInput *input = g_ptr_array_index (files, i);
      g_autofree char *uri = g_file_get_uri (input->file);

      g_variant_builder_add (&builder, "(sbxb)", uri, input->has_offset, input->offset_ns, input->is_other_device);
    }

  return g_variant_builder_end (&builder);
}

/**
 * strata_trace_files_from_variant:
 * @variant: returned by strata_trace_files_to_variant()
 *
 * Returns: (transfer full) (element-type StrataLoadInput): the files
 */
GPtrArray *
strata_trace_files_from_variant (GVariant *variant)
{
  GPtrArray *files = strata_trace_files_new ();
  GVariantIter iter;
  const char *uri;
  StrataLoadInput input = { 0 };

  g_variant_iter_init (&iter, variant);
  while (g_variant_iter_next (&iter, "(&sbxb)", &uri, &input.has_offset, &input.offset_ns, &input.is_other_device))
    {
      g_autoptr (GFile) file = g_file_new_for_uri (uri);

      input.file = file;
      strata_trace_files_add (files, &input);
    }

  return files;
}

/* Removes all kinds of spaces, and replaces the sign by ASCII and a comma by a point. */
static char *
dup_plain (const char *text)
{
  GString *plain = g_string_new (NULL);

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      const gunichar character = g_utf8_get_char (p);

      if (character == 0x2212)
        g_string_append_c (plain, '-');
      else if (character == ',')
        g_string_append_c (plain, '.');
      else if (!g_unichar_isspace (character))
        g_string_append_unichar (plain, character);
    }

  if (g_ascii_isdigit (plain->str[0]))
    g_string_prepend_c (plain, '+');

  return g_string_free (plain, FALSE);
}

/**
 * strata_trace_files_parse_offset:
 * @text: an offset as typed, such as "12.5 ms" or "−3s"; the unit is required
 * @offset_ns: (out): the offset
 *
 * Returns: %FALSE if it is not an offset
 */
gboolean
strata_trace_files_parse_offset (const char *text,
                                 gint64 *offset_ns)
{
  g_autofree char *plain = dup_plain (text);

  return g_str_has_suffix (plain, "s") && strata_offset_parse (plain, offset_ns) && ABS (*offset_ns) <= STRATA_LOAD_MOST_OFFSET_NS;
}

/**
 * strata_trace_files_dup_offset:
 * @offset_ns: an offset
 *
 * Returns: (transfer full): the exact offset, in the format of strata_trace_files_parse_offset(): "-12.5 ms"
 */
char *
strata_trace_files_dup_offset (gint64 offset_ns)
{
  const gboolean is_in_seconds = offset_ns >= 1000000000 || offset_ns <= -1000000000;
  const guint64 unit_ns = is_in_seconds ? 1000000000 : 1000000;
  const guint64 length_ns = offset_ns < 0 ? -(guint64) offset_ns : (guint64) offset_ns;
  g_autofree char *fraction = g_strdup_printf (".%0*" G_GUINT64_FORMAT, is_in_seconds ? 9 : 6, length_ns % unit_ns);
  gsize n_bytes = strlen (fraction);

  while (n_bytes > 0 && (fraction[n_bytes - 1] == '0' || fraction[n_bytes - 1] == '.'))
    fraction[--n_bytes] = '\0';

  return g_strdup_printf ("%s%" G_GUINT64_FORMAT "%s %s", offset_ns < 0 ? "-" : "+", length_ns / unit_ns, fraction, is_in_seconds ? "s" : "ms");
}
