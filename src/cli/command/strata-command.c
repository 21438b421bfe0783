/* strata-command.c - shared by the commands of strata-cli
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-command.h"

#include <locale.h>
#include <stdlib.h>
#include <unistd.h>

#include <gio/gunixinputstream.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "strata-with.h"

/* Programs that read our stderr rely on one line, and terminals on plain text, whatever a file contains or is called. */
static void
print_line (const char *text)
{
  g_autofree char *line = g_strdup (text);

  g_strdelimit (line, "\r\n", ' ');
  g_printerr ("strata-cli: %s\n", strata_output_make_plain (line));
}

/**
 * strata_command_fail_usage:
 * @self: the command
 * @format: the message, as in printf
 * @...: its arguments
 *
 * Reports wrong usage of the command, and where to read about it.
 *
 * Returns: %STRATA_EXIT_BAD_USAGE
 */
StrataExit
strata_command_fail_usage (const StrataCommand *self,
                           const char *format,
                           ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *reason = g_strdup_vprintf (format, arguments);
  va_end (arguments);

  g_autofree char *line = g_strdup_printf (_ ("%s (see “strata-cli %s --help”)"), reason, self->name);

  print_line (line);
  return STRATA_EXIT_BAD_USAGE;
}

/**
 * strata_command_has_output:
 * @self: a command that writes a file
 * @output: (nullable): the value of -o
 *
 * Returns: whether there is one; if not, an error was printed
 */
gboolean
strata_command_has_output (const StrataCommand *self,
                           const char *output)
{
  if (output == NULL)
    strata_command_fail_usage (self, _ ("missing -o: give the file to write, or - for standard output"));

  return output != NULL;
}

/**
 * strata_command_would_overwrite:
 * @input: path of a file to read, or "-"
 * @output: (nullable): path of a file to write, or "-"
 *
 * Returns: whether both paths refer to the same file, even through a link
 */
gboolean
strata_command_would_overwrite (const char *input,
                                const char *output)
{
  if (output == NULL || g_str_equal (output, "-") || g_str_equal (input, "-"))
    return FALSE;

  g_autoptr (GFile) input_file = g_file_new_for_path (input);
  g_autoptr (GFile) output_file = g_file_new_for_path (output);
  g_autoptr (GFileInfo) input_info = g_file_query_info (input_file, G_FILE_ATTRIBUTE_ID_FILE, G_FILE_QUERY_INFO_NONE, NULL, NULL);
  g_autoptr (GFileInfo) output_info = g_file_query_info (output_file, G_FILE_ATTRIBUTE_ID_FILE, G_FILE_QUERY_INFO_NONE, NULL, NULL);

  if (input_info == NULL || output_info == NULL)
    return g_file_equal (input_file, output_file);

  return g_strcmp0 (g_file_info_get_attribute_string (input_info, G_FILE_ATTRIBUTE_ID_FILE),
                    g_file_info_get_attribute_string (output_info, G_FILE_ATTRIBUTE_ID_FILE)) == 0;
}

/**
 * strata_command_fail_overwriting:
 * @self: the command
 * @output: path of a file that is also the input
 *
 * Reports that on standard error.
 *
 * Returns: %STRATA_EXIT_BAD_USAGE
 */
StrataExit
strata_command_fail_overwriting (const StrataCommand *self,
                                 const char *output)
{
  g_autofree char *shown = g_filename_display_name (output);

  return strata_command_fail_usage (self, _ ("“%s” is the input and would be overwritten"), shown);
}

/**
 * strata_command_fail:
 * @error: the error of the input
 *
 * Reports the error in one line.
 *
 * Returns: %STRATA_EXIT_BAD_INPUT
 */
StrataExit
strata_command_fail (const GError *error)
{
  print_line (error->message);
  return STRATA_EXIT_BAD_INPUT;
}

/**
 * strata_command_note:
 * @path: the file
 * @format: the message, as in printf
 * @...: its arguments
 *
 * Reports a note about the input on stderr, which is not a failure.
 */
void
strata_command_note (const char *path,
                     const char *format,
                     ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *reason = g_strdup_vprintf (format, arguments);
  va_end (arguments);

  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *line = g_strdup_printf ("%s: %s", name, reason);

  print_line (line);
}

/* A bad offset is wrong usage. */
static gboolean
check_with (const StrataCommand *self,
            const GOptionEntry *entries)
{
  for (; entries->long_name != NULL; entries++)
    {
      char **texts = g_str_equal (entries->long_name, "with") ? *(char ***) entries->arg_data : NULL;

      for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
        {
          StrataLoadInput input;
          g_autoptr (GError) error = NULL;

          if (!strata_with_parse (texts[i], &input, &error))
            {
              strata_command_fail_usage (self, "%s", error->message);
              return FALSE;
            }

          g_object_unref (input.file);
        }
    }

  return TRUE;
}

static const GOptionEntry *
find_entry (const GOptionEntry *entries,
            const char *name,
            gsize n_bytes)
{
  for (; entries->long_name != NULL; entries++)
    if (strlen (entries->long_name) == n_bytes && strncmp (entries->long_name, name, n_bytes) == 0)
      return entries;

  return NULL;
}

static gboolean
takes_one_value (const GOptionEntry *entry)
{
  return entry->arg == G_OPTION_ARG_STRING || entry->arg == G_OPTION_ARG_FILENAME || entry->arg == G_OPTION_ARG_INT ||
         entry->arg == G_OPTION_ARG_INT64 || entry->arg == G_OPTION_ARG_DOUBLE;
}

/* An option with one value was given twice: GLib would silently drop the first. */
static const char *
find_twice (const GOptionEntry *entries,
            char **arguments)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (char **argument = arguments; *argument != NULL && !g_str_equal (*argument, "--"); argument++)
    {
      gsize n_bytes = strcspn (*argument, "=");
      const GOptionEntry *entry = g_str_has_prefix (*argument, "--") ? find_entry (entries, *argument + 2, n_bytes - 2) : NULL;

      if (entry == NULL || entry->arg == G_OPTION_ARG_NONE)
        continue;
      if (takes_one_value (entry) && !g_hash_table_add (seen, (gpointer) entry))
        return entry->long_name;
      if ((*argument)[n_bytes] == '\0' && argument[1] != NULL)
        argument++;
    }

  return NULL;
}

static gboolean
check_arguments (const StrataCommand *self,
                 char **arguments)
{
  for (; *arguments != NULL; arguments++)
    if (**arguments == '\0')
      {
        strata_command_fail_usage (self, _ ("an argument is empty: expected %s"), strata_command_get_arguments (self));
        return FALSE;
      }

  return TRUE;
}

/**
 * strata_command_print_options:
 * @entries: the options of a command except --help
 *
 * Prints one line per option, for completion in shells: the option, whether it takes a value, and its description.
 */
void
strata_command_print_options (const GOptionEntry *entries)
{
  for (; entries->long_name != NULL; entries++)
    {
      const char *value = entries->arg != G_OPTION_ARG_NONE && entries->arg != G_OPTION_ARG_CALLBACK ? "=" : "";

      if ((entries->flags & G_OPTION_FLAG_HIDDEN) == 0)
        g_print ("--%s\t%s\t%s\n", entries->long_name, value, entries->description != NULL ? _ (entries->description) : "");
      if ((entries->flags & G_OPTION_FLAG_HIDDEN) == 0 && entries->short_name != 0)
        g_print ("-%c\t%s\t%s\n", entries->short_name, value, entries->description != NULL ? _ (entries->description) : "");
    }

  g_print ("--help\t\t%s\n", _ ("Show this help"));
}

/* Returns the arguments after its options, in the language of the user. */
const char *
strata_command_get_arguments (const StrataCommand *self)
{
  return *self->arguments != '\0' ? _ (self->arguments) : ""; /* gettext translates "" to the header of the catalogue */
}

/**
 * strata_command_check_count:
 * @self: the command
 * @rest: (array zero-terminated=1): its arguments without options
 * @n_arguments: the expected number
 *
 * Returns: %FALSE if there are more or fewer; the reason was printed
 */
gboolean
strata_command_check_count (const StrataCommand *self,
                            char **rest,
                            guint n_arguments)
{
  const guint n_rest = g_strv_length (rest);

  if (n_rest > 0 && n_arguments == 0)
    {
      strata_command_fail_usage (self, _ ("“%s” takes no arguments"), self->name);
      return FALSE;
    }
  if (n_rest != n_arguments)
    {
      strata_command_fail_usage (self, ngettext ("“%s” takes %u argument, %s; got %u", "“%s” takes %u arguments, %s; got %u", n_arguments), self->name, n_arguments, strata_command_get_arguments (self), n_rest);
      return FALSE;
    }

  return TRUE;
}

void
strata_option_values_clear (StrataOptionValues *self)
{
  for (const GOptionEntry *entry = self->entries; entry->long_name != NULL; entry++)
    if (entry->arg == G_OPTION_ARG_STRING || entry->arg == G_OPTION_ARG_FILENAME)
      g_clear_pointer ((char **) entry->arg_data, g_free);
    else if (entry->arg == G_OPTION_ARG_STRING_ARRAY || entry->arg == G_OPTION_ARG_FILENAME_ARRAY)
      g_clear_pointer ((char ***) entry->arg_data, g_strfreev);
}

/* GLib keeps the "--" in front of a file name that begins with "-". */
static void
drop_separator (char **arguments)
{
  while (*arguments != NULL && !g_str_equal (*arguments, "--"))
    arguments++;

  if (*arguments == NULL)
    return;

  g_free (*arguments);
  for (; *arguments != NULL; arguments++)
    arguments[0] = arguments[1];
}

/**
 * strata_command_parse:
 * @self: the command
 * @entries: its options
 * @n_arguments: how many other arguments it takes, or %STRATA_ANY_ARGUMENTS
 * @arguments: the command's name and the words after it
 * @rest: (out) (transfer full): the arguments without options and without the name
 *
 * Parses the options. If that fails, the reason was printed.
 *
 * Returns: whether the command may continue
 */
gboolean
strata_command_parse (const StrataCommand *self,
                      const GOptionEntry *entries,
                      guint n_arguments,
                      char **arguments,
                      char ***rest)
{
  g_autoptr (GOptionContext) context = g_option_context_new (self->arguments);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) left = g_strdupv (arguments);
  g_autofree char *program = g_strconcat ("strata-cli ", self->name, NULL);

  g_set_prgname (program);
  if (arguments[1] != NULL && g_str_equal (arguments[1], STRATA_LIST_OPTIONS))
    {
      strata_command_print_options (entries);
      exit (STRATA_EXIT_DONE);
    }

  g_option_context_set_translation_domain (context, GETTEXT_PACKAGE);
  g_option_context_set_summary (context, _ (self->summary));
  if (self->description != NULL)
    g_option_context_set_description (context, _ (self->description));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);

  const char *no_size = strata_size_option_expand (left);

  if (no_size != NULL)
    {
      strata_command_fail_usage (self, _ ("“%s” is not a size; write for example 500000, 64M or 32G"), no_size);
      return FALSE;
    }

  const char *twice = find_twice (entries, left);

  if (twice != NULL)
    {
      strata_command_fail_usage (self, _ ("--%s was given twice"), twice);
      return FALSE;
    }

  if (!g_option_context_parse_strv (context, &left, &error))
    {
      strata_command_fail_usage (self, "%s", error->message);
      return FALSE;
    }

  drop_separator (left);
  if (n_arguments != STRATA_ANY_ARGUMENTS && !strata_command_check_count (self, left + 1, n_arguments))
    return FALSE;

  if (!check_arguments (self, left + 1) || !check_with (self, entries))
    return FALSE;

  *rest = g_strdupv (left + 1);
  return TRUE;
}

/**
 * strata_command_choose:
 * @text: (nullable): the given value
 * @names: (array length=n_names): the possible values
 * @n_names: length of @names
 * @chosen: (out): index of @text in @names; 0 if it is %NULL
 *
 * Returns: whether @text is one of @names
 */
gboolean
strata_command_choose (const char *text,
                       const char *const *names,
                       guint n_names,
                       guint *chosen)
{
  for (guint i = 0; i < n_names; i++)
    if (text == NULL || g_str_equal (names[i], text))
      {
        *chosen = i;
        return TRUE;
      }

  return FALSE;
}

/**
 * strata_command_get_style:
 * @self: the command
 * @options: the options
 * @style: (out): the style
 *
 * Programs read the same words and numbers in every language of the user: with CSV and JSON, all further output is in English.
 *
 * Returns: %FALSE if the options contradict each other; the reason was printed
 */
gboolean
strata_command_get_style (const StrataCommand *self,
                          StrataStyleOptions options,
                          StrataTableStyle *style)
{
  if (options.is_csv && options.is_json)
    {
      strata_command_fail_usage (self, _ ("--csv and --json cannot be combined"));
      return FALSE;
    }

  *style = options.is_csv    ? STRATA_TABLE_CSV
           : options.is_json ? STRATA_TABLE_JSON
                             : STRATA_TABLE_TEXT;
  if (*style != STRATA_TABLE_TEXT)
    {
      setlocale (LC_MESSAGES, "C");
      setlocale (LC_NUMERIC, "C");
    }
  return TRUE;
}

static void
clear_input (gpointer data)
{
  StrataLoadInput *input = data;

  g_clear_object (&input->file);
  g_clear_object (&input->stream);
}

/* A file, or "-" for standard input. */
static StrataLoadInput
make_input (const char *path)
{
  StrataLoadInput input = { 0 };

  if (g_str_equal (path, "-"))
    {
      input.stream = g_unix_input_stream_new (STDIN_FILENO, FALSE);
      input.name = _ ("standard input");
    }
  else
    input.file = g_file_new_for_path (path);

  return input;
}

static gboolean
is_same_file (const StrataLoadInput *a,
              const StrataLoadInput *b)
{
  GStatBuf first;
  GStatBuf second;

  return a->file != NULL && b->file != NULL && g_stat (g_file_peek_path (a->file), &first) == 0 && g_stat (g_file_peek_path (b->file), &second) == 0 &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

/* A file that is shifted, or of another device, is compared with itself. */
static void
note_same_files (const GArray *inputs)
{
  for (guint i = 1; i < inputs->len; i++)
    for (guint k = 0; k < i; k++)
      {
        const StrataLoadInput *input = &g_array_index (inputs, StrataLoadInput, i);

        if (input->has_offset || input->is_other_device || !is_same_file (input, &g_array_index (inputs, StrataLoadInput, k)))
          continue;

        strata_command_note (g_file_peek_path (input->file), "%s", _ ("is given twice, so all that it contains counts twice"));
        break;
      }
}

/* strata_command_parse() has validated the values of --with. */
static StrataTrace *
load (const char *path,
      char **with,
      const StrataLoadOptions *options)
{
  g_autoptr (GArray) inputs = g_array_new (FALSE, FALSE, sizeof (StrataLoadInput));
  StrataLoadInput input = make_input (path);
  StrataProgress progress = { 0 };
  g_autoptr (GError) error = NULL;
  StrataTrace *trace;

  g_array_set_clear_func (inputs, clear_input);
  g_array_append_val (inputs, input);

  for (guint i = 0; with != NULL && with[i] != NULL; i++)
    {
      if (strata_with_parse (with[i], &input, NULL))
        g_array_append_val (inputs, input);
    }

  note_same_files (inputs);
  trace = strata_load_files ((const StrataLoadInput *) inputs->data, inputs->len, options, &progress, NULL, &error);
  if (trace == NULL)
    strata_command_fail (error);

  return trace;
}

/**
 * strata_command_load_with:
 * @path: a file, or "-" for the standard input
 * @options: (nullable): how to load it
 *
 * Loads a trace. If that fails, the reason was printed.
 *
 * Returns: (transfer full): the trace, or %NULL
 */
StrataTrace *
strata_command_load_with (const char *path,
                          const StrataLoadOptions *options)
{
  return load (path, NULL, options);
}

/* A user who compares names with those in the file has to know where they come from. */
static void
note_mapping (const char *path,
              StrataTrace *trace,
              gboolean is_asked_for)
{
  const char *mapping = strata_trace_get_property (trace, "mapping");

  if (mapping != NULL && !is_asked_for)
    strata_command_note (path, _ ("method names come from %s; --no-mapping keeps those in the file"), mapping);
  else if (mapping == NULL && is_asked_for)
    strata_command_note (path, _ ("this is not a method trace, so the mapping does not apply"));
}

/**
 * strata_command_load_input:
 * @path: a file, or "-" for the standard input
 * @input: how to load it, and its additional files
 *
 * Loads a trace, with its additional files. If that fails, the reason was printed. Reports if methods are named by a
 * mapping that was found automatically.
 *
 * Returns: (transfer full): the trace, or %NULL
 */
StrataTrace *
strata_command_load_input (const char *path,
                           const StrataInputOptions *input)
{
  g_autoptr (GFile) mapping = input->mapping != NULL ? g_file_new_for_path (input->mapping) : NULL;
  StrataLoadOptions used = input->load;
  StrataTrace *trace;

  used.mapping = mapping;
  used.find_mapping = !input->keeps_names;
  trace = load (path, input->with, &used);
  if (trace != NULL)
    note_mapping (path, trace, mapping != NULL);

  return trace;
}

/**
 * strata_command_close:
 * @output: (transfer full): the output of the command
 *
 * Returns: the exit status of the command
 */
StrataExit
strata_command_close (StrataOutput *output)
{
  g_autoptr (GError) error = NULL;

  if (!strata_output_close (output, &error))
    return strata_command_fail (error);

  return STRATA_EXIT_DONE;
}
