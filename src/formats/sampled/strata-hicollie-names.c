/* strata-hicollie-names.c - names of HiCollie's frames
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-hicollie-names.h"

#include <string.h>

/**
 * strata_hicollie_intern:
 * @builder: the builder
 * @text: a text of a log
 *
 * Returns: its string id, as valid UTF-8
 */
guint32
strata_hicollie_intern (StrataTraceBuilder *builder,
                        StrataText text)
{
  g_autofree char *valid = g_utf8_make_valid (text.text, (gssize) text.n_bytes);

  return strata_string_pool_intern (strata_trace_builder_get_strings (builder), valid, strlen (valid));
}

/**
 * strata_hicollie_intern_name:
 * @builder: the builder
 * @frame: a frame
 *
 * Returns: the string id of its function; if that is unknown, of its library and address, as for other samplers
 */
guint32
strata_hicollie_intern_name (StrataTraceBuilder *builder,
                             const StrataHicollieFrame *frame)
{
  if (frame->name.n_bytes > 0)
    return strata_hicollie_intern (builder, frame->name);

  StrataText address = frame->place;

  while (address.n_bytes > 1 && *address.text == '0')
    address = (StrataText){ address.text + 1, address.n_bytes - 1 };

  g_autofree char *path = g_strndup (frame->file.text, frame->file.n_bytes);
  g_autofree char *file = g_path_get_basename (path);
  g_autofree char *name = g_strdup_printf ("%s+0x%.*s", file, (int) MIN (address.n_bytes, 32), address.text);

  return strata_hicollie_intern (builder, (StrataText){ name, strlen (name) });
}

/**
 * strata_hicollie_intern_attrs:
 * @builder: the builder
 * @frame: a frame
 * @is_tree: whether it is of a tree, where a frame has one place and a number of samples
 *
 * Returns: the attributes of its slice
 */
guint32
strata_hicollie_intern_attrs (StrataTraceBuilder *builder,
                              const StrataHicollieFrame *frame,
                              gboolean is_tree)
{
  g_autoptr (GString) args = g_string_new (frame->is_js ? "file=" : "library=");
  StrataAttrs attrs = { 0 };

  g_string_append_len (args, frame->file.text, (gssize) MIN (frame->file.n_bytes, 4096));
  if (is_tree || frame->is_js)
    g_string_append_printf (args, ",%s=%.*s", frame->is_js ? "line" : "pc", (int) MIN (frame->place.n_bytes, 64), frame->place.text);
  if (is_tree)
    g_string_append_printf (args, ",samples=%u", frame->n_samples);

  attrs.args = strata_attr_table_intern_args (strata_trace_builder_get_attrs (builder), args->str, args->len);
  attrs.category = strata_hicollie_intern (builder, frame->is_js ? (StrataText){ "JS", 2 } : frame->is_kernel ? (StrataText){ "kernel", 6 }
                                                                                                              : (StrataText){ "native", 6 });

  return strata_attr_table_intern (strata_trace_builder_get_attrs (builder), &attrs);
}
