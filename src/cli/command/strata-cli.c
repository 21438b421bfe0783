/* strata-cli.c - the program without a display
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "strata-cli.h"
#include "strata-command.h"
#include "strata-locale.h"
#include "strata-memory.h"
#include "strata-text-table.h"

static const StrataCommand *const commands[] = {
  &strata_command_info,
  &strata_command_list,
  &strata_command_profile,
  &strata_command_tree,
  &strata_command_path,
  &strata_command_usage,
  &strata_command_frames,
  &strata_command_query,
  &strata_command_render,
  &strata_command_convert,
  &strata_command_clip,
  &strata_command_diff,
  &strata_command_metrics,
  &strata_command_dmtracedump,
  &strata_command_thumbnail,
  &strata_command_check,
  &strata_command_selftest,
  NULL,
};

static const StrataCommand *
find_command (const char *name)
{
  for (guint i = 0; commands[i] != NULL; i++)
    if (g_str_equal (commands[i]->name, name))
      return commands[i];

  return NULL;
}

static char *
dup_command_names (void)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; commands[i] != NULL; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", commands[i]->name);

  return g_string_free (names, FALSE);
}

/* %*s counts bytes. */
static void
print_padded (StrataOutput *output,
              const char *text,
              guint n_columns)
{
  const guint width = strata_text_table_measure (text);

  strata_output_format (output, "%s%*s", text, (int) (MAX (width + 1, n_columns) - width), "");
}

static void
print_command (StrataOutput *output,
               const StrataCommand *command)
{
  strata_output_format (output, "  %-12s", command->name);
  print_padded (output, strata_command_get_arguments (command), 11);
  strata_output_format (output, "%s\n", _ (command->summary));
}

static StrataExit
print_help (void)
{
  StrataOutput *output = strata_output_new (STDOUT_FILENO);

  strata_output_text (output, _ ("Usage:\n  strata-cli COMMAND [OPTION…] ARGUMENTS\n\nReads trace files from phones: HiTrace, atrace, systrace, Perfetto and Traceview, compressed or not.\nFILE is a file, or - for standard input.\n\nCommands:\n"));

  for (guint i = 0; commands[i] != NULL; i++)
    print_command (output, commands[i]);

  strata_output_text (output, _ ("\nOptions:\n  --help     Show this help, or that of a command after its name\n  --version  Show the version\n\nExit status: 0 on success, 1 if the input is bad, 2 for wrong usage.\n"));

  return strata_command_close (output);
}

/* For completion in shells. */
static StrataExit
print_commands (void)
{
  StrataOutput *output = strata_output_new (STDOUT_FILENO);

  for (guint i = 0; commands[i] != NULL; i++)
    strata_output_format (output, "%s\t%s\n", commands[i]->name, _ (commands[i]->summary));

  return strata_command_close (output);
}

static StrataExit
print_version (void)
{
  StrataOutput *output = strata_output_new (STDOUT_FILENO);

  strata_output_text (output, "strata-cli " STRATA_VERSION "\n");
  return strata_command_close (output);
}

static StrataExit
fail_command (const char *name)
{
  g_autofree char *names = dup_command_names ();
  g_autofree char *shown = name != NULL ? g_filename_display_name (name) : NULL;

  if (shown == NULL)
    g_printerr (_ ("strata-cli: missing command; the commands are %s\n"), names);
  else
    g_printerr (_ ("strata-cli: unknown command “%s”; the commands are %s\n"), strata_output_make_plain (shown), names);

  return STRATA_EXIT_BAD_USAGE;
}

/* GLib ends the program if it gets no memory, which is not a bug: reports that in one line. */
static void
on_fatal (const char *domain,
          GLogLevelFlags level,
          const char *message,
          gpointer unused)
{
  if ((level & G_LOG_LEVEL_ERROR) == 0 || (strstr (message, "failed to allocate") == NULL && strstr (message, "no memory for") == NULL))
    {
      g_log_default_handler (domain, level, message, NULL);
      return;
    }

  fputs (_ ("strata-cli: there is not enough memory\n"), stderr);
  _exit (STRATA_EXIT_BAD_INPUT);
}

int
strata_cli_run (int argc,
                char **argv)
{
  strata_memory_init ();
  strata_locale_init ();
  g_log_set_default_handler (on_fatal, NULL);

  if (argc < 2)
    return (int) fail_command (NULL);
  if (g_str_equal (argv[1], "--help") || g_str_equal (argv[1], "-h") || g_str_equal (argv[1], "help"))
    return (int) print_help ();
  if (g_str_equal (argv[1], "--version"))
    return (int) print_version ();
  if (g_str_equal (argv[1], "--list-commands"))
    return (int) print_commands ();

  const StrataCommand *command = find_command (argv[1]);

  if (command == NULL)
    return (int) fail_command (argv[1]);

  return (int) command->run (command, argv + 1);
}
