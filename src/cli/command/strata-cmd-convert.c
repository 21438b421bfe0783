/* strata-cmd-convert.c - strata-cli convert: a trace in another format
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <unistd.h>

#include <gio/gunixoutputstream.h>
#include <glib/gi18n.h>

#include "strata-atrace-writer.h"
#include "strata-chrome-writer.h"
#include "strata-command.h"
#include "strata-perfetto-writer.h"
#include "strata-replace.h"

typedef struct
{
  char *output;
  StrataLoadOptions load;
  StrataNameOptions names;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->output);
  strata_name_options_clear (&self->names);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

typedef gboolean (*WriteTrace) (StrataTrace *trace, GOutputStream *stream, GCancellable *cancellable, GError **error);

/* What a file is called says what it is to be. */
static WriteTrace
find_writer (const char *path)
{
  static const char *const suffixes[] = { ".pftrace", ".perfetto-trace", ".pb" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (path, suffixes[i]))
      return strata_perfetto_write;

  if (g_str_has_suffix (path, ".json"))
    return strata_chrome_write;

  return strata_atrace_write;
}

typedef struct
{
  StrataTrace *trace; /* borrowed */
  WriteTrace write;
} Job;

/* The reader of a pipe may have seen enough. */
static gboolean
write_to_stdout (StrataTrace *trace,
                 GError **error)
{
  g_autoptr (GOutputStream) stream = g_unix_output_stream_new (STDOUT_FILENO, FALSE);
  g_autoptr (GError) cause = NULL;

  if (strata_atrace_write (trace, stream, NULL, &cause) || g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE))
    return TRUE;

  g_set_error (error, cause->domain, cause->code, "%s: %s", _ ("standard output"), cause->message);
  return FALSE;
}

static gboolean
write_to_file (GOutputStream *stream,
               gpointer data,
               GError **error)
{
  const Job *job = data;

  return job->write (job->trace, stream, NULL, error);
}

static gboolean
write_trace (StrataTrace *trace,
             const char *path,
             GError **error)
{
  Job job = { trace, find_writer (path) };

  return g_str_equal (path, "-") ? write_to_stdout (trace, error) : strata_replace_path (path, write_to_file, &job, error);
}

static StrataExit
convert_file (const char *path,
              const Options *options)
{
  g_autoptr (StrataTrace) trace = strata_command_load_named (path, &options->load, &options->names);
  g_autoptr (GError) error = NULL;

  if (trace == NULL)
    return STRATA_EXIT_BAD_INPUT;

  return write_trace (trace, options->output, &error) ? STRATA_EXIT_DONE : strata_command_fail (error);
}

static StrataExit
run_convert (const StrataCommand *command,
             char **arguments)
{
  g_auto (Options) options = { 0 };
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output, N_ ("Write to this file, or to standard output for “-”"), N_ ("FILE") },
    STRATA_REBUILD_ENTRY (options.load),
    STRATA_MAX_BYTES_ENTRY (options.load),
    STRATA_MAPPING_ENTRY (options.names),
    STRATA_NO_MAPPING_ENTRY (options.names),
    STRATA_WITH_ENTRY (options.names),
    { NULL },
  };
  g_auto (GStrv) files = NULL;

  if (!strata_command_parse (command, entries, 1, arguments, &files))
    return STRATA_EXIT_BAD_USAGE;
  if (options.output == NULL)
    return strata_command_fail_usage (command, _ ("missing -o: give the file to write, or - for standard output"));

  if (strata_command_would_overwrite (files[0], options.output))
    return strata_command_fail_overwriting (command, options.output);

  return convert_file (files[0], &options);
}

const StrataCommand strata_command_convert = {
  .name = "convert",
  .arguments = "FILE",
  .summary = N_ ("Write FILE as atrace text, or, by the name of the output, as Perfetto trace (.pftrace) or Chrome JSON (.json)"),
  .run = run_convert,
};
