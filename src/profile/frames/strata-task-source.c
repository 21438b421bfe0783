/* strata-task-source.c - which code posted a task
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-task-source.h"

#include "strata-short-text.h"

/* All tasks of Chrome have one name; their arguments tell them apart. They are
 * "posted_from={file=a/b.cc,function=Post,line=49}" in Perfetto traces, and
 * "src_file=a/b.cc,src_func=Post,src_line=49" in JSON. */

#define MAX_CHARS 40

typedef enum
{
  PART_FUNCTION,
  PART_FILE,
  PART_LINE,
  N_PARTS
} Part;

static char *
dup_value (const StrataArg *arg)
{
  const gboolean is_quoted = arg->n_value_bytes >= 2 && arg->value[0] == '"';
  g_autofree char *value = g_strndup (arg->value + is_quoted, arg->n_value_bytes - 2 * (gsize) is_quoted);

  return g_utf8_make_valid (value, -1);
}

static void
read_parts (const char *args,
            const char *const keys[N_PARTS],
            char *parts[N_PARTS])
{
  StrataArg arg;

  while (strata_args_next (&args, &arg))
    for (guint i = 0; i < N_PARTS; i++)
      if (parts[i] == NULL && strata_arg_has_key (&arg, keys[i]))
        parts[i] = dup_value (&arg);
}

/* Returns: (nullable): the arguments inside of posted_from */
static char *
dup_posted_from (const char *args)
{
  StrataArg arg;

  while (strata_args_next (&args, &arg))
    if (strata_arg_has_key (&arg, "posted_from") && arg.n_value_bytes >= 2 && arg.value[0] == '{')
      return g_strndup (arg.value + 1, arg.n_value_bytes - 2);

  return NULL;
}

/**
 * strata_task_source_dup:
 * @trace: a trace
 * @slice: index of a slice
 *
 * Returns: (transfer full) (nullable): the function that posted it and where, such as "PostDelayedTask (task_runner.cc:49)";
 *   %NULL if the file does not say it
 */
char *
strata_task_source_dup (StrataTrace *trace,
                        guint32 slice)
{
  static const char *const inner[N_PARTS] = { "function", "file", "line" };
  static const char *const outer[N_PARTS] = { "src_func", "src_file", "src_line" };
  const guint32 attrs = strata_slice_table_get_attrs (strata_trace_get_slices (trace), slice);
  g_autofree char *args = strata_attr_table_dup_args_of (strata_trace_get_attrs (trace), attrs);
  g_autofree char *posted = dup_posted_from (args);
  char *parts[N_PARTS] = { NULL };
  char *source = NULL;

  read_parts (posted != NULL ? posted : args, posted != NULL ? inner : outer, parts);
  if (parts[PART_FUNCTION] != NULL && parts[PART_FILE] != NULL)
    {
      g_autofree char *function = strata_short_text_dup_name (parts[PART_FUNCTION], MAX_CHARS);
      g_autofree char *path = g_path_get_basename (parts[PART_FILE]);
      g_autofree char *file = strata_short_text_dup_name (path, MAX_CHARS);

      source = parts[PART_LINE] != NULL ? g_strdup_printf ("%s (%s:%s)", function, file, parts[PART_LINE]) : g_strdup_printf ("%s (%s)", function, file);
    }

  for (guint i = 0; i < N_PARTS; i++)
    g_free (parts[i]);

  return source;
}
