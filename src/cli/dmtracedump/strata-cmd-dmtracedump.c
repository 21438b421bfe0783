/* strata-cmd-dmtracedump.c - strata-cli dmtracedump: the reports of Android's dmtracedump
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "strata-command.h"
#include "strata-dmtrace.h"
#include "strata-dmtracedump-page.h"

#define DEFAULT_MIN_PERCENT 20

/* The limits at which the original program stops. */
#define USUAL_MAX_DEPTH 10000
#define USUAL_MAX_TID 32767

/* The parsed options. Strings are borrowed from the arguments. */
typedef struct
{
  const char *path;
  const char *diff_path;  /* (nullable) */
  const char *graph_path; /* (nullable) */
  const char *url;        /* (nullable) */
  gboolean is_html;
  gboolean is_dump;
  gboolean keeps_graph;
  gboolean wants_help;
  int min_percent;
} Options;

static const GOptionEntry help_entry[] = {
  { "help", 0, 0, G_OPTION_ARG_NONE, NULL, N_ ("Show this help"), NULL },
  { NULL },
};

/* The options before --help in its list, and for completion in shells. */
static const GOptionEntry entries[] = {
  { "diff", 'd', 0, G_OPTION_ARG_FILENAME, NULL, N_ ("Compare: TRACE is the first run, FILE the second"), N_ ("TRACE") },
  { "graph", 'g', 0, G_OPTION_ARG_FILENAME, NULL, N_ ("Also draw who calls whom, as a PNG; this needs Graphviz"), N_ ("PICTURE") },
  { "html", 'h', 0, G_OPTION_ARG_NONE, NULL, N_ ("Write HTML"), NULL },
  { "keep", 'k', 0, G_OPTION_ARG_NONE, NULL, N_ ("Keep the input of Graphviz in PICTURE.dot"), NULL },
  { "records", 'o', 0, G_OPTION_ARG_NONE, NULL, N_ ("List threads and records without summing them up"), NULL },
  { "sortable", 's', 0, G_OPTION_ARG_STRING, NULL, N_ ("In HTML, load sortable.js from this URL, which must end with a slash"), N_ ("URL") },
  { "threshold", 't', 0, G_OPTION_ARG_INT, NULL, N_ ("Draw methods that take at least this percentage of their caller’s time, 0 to 99; default 20"), N_ ("PERCENT") },
  { NULL },
};

static const struct option long_options[] = {
  { "diff", required_argument, NULL, 'd' },
  { "graph", required_argument, NULL, 'g' },
  { "html", no_argument, NULL, 'h' },
  { "keep", no_argument, NULL, 'k' },
  { "records", no_argument, NULL, 'o' },
  { "sortable", required_argument, NULL, 's' },
  { "threshold", required_argument, NULL, 't' },
  { "help", no_argument, NULL, 'H' },
  { NULL, 0, NULL, 0 },
};

static StrataExit
print_help (const StrataCommand *command)
{
  g_autoptr (GOptionContext) context = g_option_context_new (command->arguments);
  g_autofree char *program = g_strconcat ("strata-cli ", command->name, NULL);
  g_autofree char *help = NULL;
  StrataOutput *output = strata_output_new (STDOUT_FILENO);

  g_set_prgname (program);
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_set_translation_domain (context, GETTEXT_PACKAGE);
  g_option_context_set_summary (context, _ (command->summary));
  g_option_context_set_description (context, _ (command->description));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, help_entry, GETTEXT_PACKAGE);
  help = g_option_context_get_help (context, TRUE, NULL);
  strata_output_text (output, help);

  return strata_command_close (output);
}

/* Values out of range leave the default, and text that is not a number is 0. */
static int
parse_percent (const char *text)
{
  const long percent = strtol (text, NULL, 10);

  return percent >= 0 && percent < 100 ? (int) percent : DEFAULT_MIN_PERCENT;
}

static void
take_option (Options *self,
             int letter)
{
  switch (letter)
    {
    case 'd':
      self->diff_path = optarg;
      break;
    case 'g':
      self->graph_path = optarg;
      break;
    case 'h':
      self->is_html = TRUE;
      break;
    case 'k':
      self->keeps_graph = TRUE;
      break;
    case 'o':
      self->is_dump = TRUE;
      break;
    case 's':
      self->url = optarg;
      break;
    case 't':
      self->min_percent = parse_percent (optarg);
      break;
    default:
      self->wants_help = TRUE;
    }
}

/* Uses getopt, so that options mean the same as in the original program: letters may be joined and
 * may come after the file. */
static gboolean
parse_options (const StrataCommand *command,
               Options *self,
               char **arguments)
{
  const int n = (int) g_strv_length (arguments);
  g_autofree char **sorted = g_memdup2 (arguments, ((gsize) n + 1) * sizeof *arguments);
  int letter;

  optind = 0;
  opterr = 0;
  while ((letter = getopt_long (n, sorted, "d:g:hkos:t:", long_options, NULL)) != -1)
    {
      if (letter == '?')
        {
          strata_command_fail_usage (command, _ ("“%s” is not an option, or its argument is missing"), sorted[optind - 1]);
          return FALSE;
        }
      take_option (self, letter);
    }

  if (!self->wants_help && n - optind != 1)
    {
      strata_command_fail_usage (command, _ ("expected one trace, got %d"), n - optind);
      return FALSE;
    }

  self->path = self->wants_help ? NULL : sorted[optind];

  return TRUE;
}

/* Reports the other warnings about the file. */
static void
note_diagnostics (const char *path,
                  const StrataTrace *trace,
                  const StrataMethodLog *log)
{
  static const StrataDiagnosticKind kinds[] = { STRATA_DIAGNOSTIC_TRUNCATED, STRATA_DIAGNOSTIC_DAMAGED_DATA, STRATA_DIAGNOSTIC_UNKNOWN_LINE, STRATA_DIAGNOSTIC_TRAILING_BYTES };

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const StrataDiagnostic *diagnostic = strata_diagnostics_get (strata_trace_get_diagnostics ((StrataTrace *) trace), kinds[i]);
      const gboolean is_said = kinds[i] == STRATA_DIAGNOSTIC_TRUNCATED && (log->is_cut || !log->is_readable);

      if (diagnostic->count == 0 || is_said)
        continue;
      if (diagnostic->sample != NULL)
        strata_command_note (path, "%s: %" PRIu64 " (%s)", _ (strata_diagnostic_kind_get_text (kinds[i])), diagnostic->count, diagnostic->sample);
      else
        strata_command_note (path, "%s: %" PRIu64, _ (strata_diagnostic_kind_get_text (kinds[i])), diagnostic->count);
    }
}

/* The first two messages are those of the original program. */
static void
note_log (const char *path,
          const StrataTrace *trace,
          const StrataMethodLog *log)
{
  if (!log->is_readable)
    g_printerr ("Unsupported trace file version: %" PRId64 "\n", log->data_version);
  else if (log->is_cut)
    g_printerr ("WARNING: hit EOF mid-record\n");

  if (log->is_readable && log->data_version > 3)
    strata_command_note (path, _ ("Android’s dmtracedump does not read this version of the format"));
  note_diagnostics (path, trace, log);
}

static void
note_sums (const char *path,
           const StrataMethodOddities *oddities)
{
  if (oddities->n_popped > 0)
    strata_command_note (path, _ ("exits that also ended inner calls: %" PRIu64 "; Android’s dmtracedump stops there"), oddities->n_popped);
  if (oddities->n_ignored > 0)
    strata_command_note (path, _ ("ignored exits of methods that were not open: %" PRIu64 "; Android’s dmtracedump stops there"), oddities->n_ignored);
  if (oddities->max_depth > USUAL_MAX_DEPTH)
    strata_command_note (path, _ ("calls are nested %" PRIu64 " deep; Android’s dmtracedump stops at %d"), oddities->max_depth, USUAL_MAX_DEPTH);
  if (oddities->max_tid > USUAL_MAX_TID)
    strata_command_note (path, _ ("thread ids go up to %u; Android’s dmtracedump omits those above %d from its total"), oddities->max_tid, USUAL_MAX_TID);
  if (oddities->n_wraps > 0)
    strata_command_note (path, _ ("times that overflowed 32 bits, corrected: %" PRIu64), oddities->n_wraps);
  if (oddities->n_steps_back > 0)
    strata_command_note (path, _ ("times that go backwards, so calls become too short or negative (a number near 2⁶⁴), as in Android’s dmtracedump: %" PRIu64), oddities->n_steps_back);
}

/* Returns: (transfer full) (nullable): the records; the reason for %NULL was printed */
static StrataMethodLog *
load_log (const char *path)
{
  g_autoptr (StrataMethodLog) log = strata_method_log_new ();
  const StrataLoadOptions options = { .method_log = log };
  g_autoptr (StrataTrace) trace = strata_command_load_with (path, &options);

  if (trace == NULL)
    return NULL;

  if (!log->is_readable && !log->is_key_complete)
    {
      strata_command_note (path, _ ("this is not a method trace"));
      return NULL;
    }

  note_log (path, trace, log);

  return g_steal_pointer (&log);
}

static StrataMethodSums *
sum_up (const char *path,
        const StrataMethodLog *log)
{
  StrataMethodSums *sums = strata_method_sums_new (log);

  note_sums (path, &sums->oddities);

  return sums;
}

static StrataExit
run_dump (const Options *options)
{
  g_autoptr (StrataMethodLog) log = load_log (options->path);
  StrataOutput *output;

  if (log == NULL)
    return STRATA_EXIT_BAD_INPUT;

  output = strata_output_new (STDOUT_FILENO);
  strata_output_format (output, "VERSION: %" PRId64 "\n", log->key_version >= 0 ? log->key_version : (log->data_version & 0x0f));
  strata_dmtrace_write_records (output, log);

  return strata_command_close (output);
}

static StrataExit
run_diff (const Options *options)
{
  g_autoptr (StrataMethodLog) first = load_log (options->diff_path);
  g_autoptr (StrataMethodLog) second = first != NULL ? load_log (options->path) : NULL;
  StrataDmtracePage page = { NULL, options->is_html, FALSE, options->url };

  if (second == NULL)
    return STRATA_EXIT_BAD_INPUT;

  g_autoptr (StrataMethodSums) first_sums = sum_up (options->diff_path, first);
  g_autoptr (StrataMethodSums) second_sums = sum_up (options->path, second);
  const StrataDmtraceRun runs[2] = { { options->diff_path, first_sums }, { options->path, second_sums } };

  page.output = strata_output_new (STDOUT_FILENO);
  strata_dmtrace_write_diff (&page, runs);

  return strata_command_close (page.output);
}

static StrataExit
draw_graph (const Options *options,
            const StrataMethodSums *sums)
{
  g_autofree char *graph = strata_dmtrace_dup_graph (sums, options->min_percent);
  g_autoptr (GError) error = NULL;

  if (!strata_dmtrace_draw_graph (graph, options->graph_path, options->keeps_graph, &error))
    return strata_command_fail (error);

  return STRATA_EXIT_DONE;
}

static StrataExit
run_profile (const Options *options)
{
  g_autoptr (StrataMethodLog) log = load_log (options->path);
  StrataDmtracePage page = { NULL, options->is_html, FALSE, options->url };
  StrataExit graph_exit;
  StrataExit page_exit;

  if (log == NULL)
    return STRATA_EXIT_BAD_INPUT;

  g_autoptr (StrataMethodSums) sums = sum_up (options->path, log);

  page.output = strata_output_new (STDOUT_FILENO);
  strata_dmtrace_write_profile (&page, sums);
  page_exit = strata_command_close (page.output);
  graph_exit = options->graph_path != NULL ? draw_graph (options, sums) : STRATA_EXIT_DONE;

  return page_exit != STRATA_EXIT_DONE ? page_exit : graph_exit;
}

static StrataExit
run_dmtracedump (const StrataCommand *command,
                 char **arguments)
{
  Options options = { .min_percent = DEFAULT_MIN_PERCENT };

  if (arguments[1] != NULL && g_str_equal (arguments[1], STRATA_LIST_OPTIONS))
    {
      strata_command_print_options (entries);
      return STRATA_EXIT_DONE;
    }
  if (!parse_options (command, &options, arguments))
    return STRATA_EXIT_BAD_USAGE;
  if (options.wants_help)
    return print_help (command);

  strata_dmtracedump_page_register_resource ();
  if (options.is_dump)
    return run_dump (&options);

  return options.diff_path != NULL ? run_diff (&options) : run_profile (&options);
}

const StrataCommand strata_command_dmtracedump = {
  .name = "dmtracedump",
  .arguments = "FILE",
  .summary = N_ ("Write the reports of Android’s dmtracedump about the method trace FILE"),
  .description = N_ ("Options and reports are those of Android’s dmtracedump. Where that program stops, this one continues and says so."),
  .run = run_dmtracedump,
};
