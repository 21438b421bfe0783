/* strata-command.h - shared by the commands of strata-cli
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-loader.h"
#include "strata-output.h"
#include "strata-size-option.h"
#include "strata-table.h"
#include "strata-trace.h"

G_BEGIN_DECLS

typedef enum
{
  STRATA_EXIT_DONE = 0,      /* done */
  STRATA_EXIT_BAD_INPUT = 1, /* the input is bad; one line on stderr has file, position and reason */
  STRATA_EXIT_BAD_USAGE = 2, /* wrong usage */
  STRATA_EXIT_CONDITION = 3, /* a condition for failure is true */
} StrataExit;

typedef struct _StrataCommand StrataCommand;

/* A command. */
struct _StrataCommand
{
  const char *name;        /* its name, as typed */
  const char *arguments;   /* the arguments after the options in the usage line, to be translated */
  const char *summary;     /* what it does, in a line, to be translated */
  const char *description; /* nullable: the end of its help, to be translated */
  /* runs it; @arguments begin with the command's name */
  StrataExit (*run) (const StrataCommand *self, char **arguments);
};

extern const StrataCommand strata_command_check;
extern const StrataCommand strata_command_clip;
extern const StrataCommand strata_command_convert;
extern const StrataCommand strata_command_diff;
extern const StrataCommand strata_command_dmtracedump;
extern const StrataCommand strata_command_frames;
extern const StrataCommand strata_command_info;
extern const StrataCommand strata_command_list;
extern const StrataCommand strata_command_metrics;
extern const StrataCommand strata_command_path;
extern const StrataCommand strata_command_profile;
extern const StrataCommand strata_command_query;
extern const StrataCommand strata_command_render;
extern const StrataCommand strata_command_selftest;
extern const StrataCommand strata_command_thumbnail;
extern const StrataCommand strata_command_tree;
extern const StrataCommand strata_command_usage;

typedef struct
{
  gboolean is_csv;  /* whether --csv was given */
  gboolean is_json; /* whether --json was given */
} StrataStyleOptions;

/* The entries of StrataStyleOptions, for the arrays of the commands. */
#define STRATA_CSV_ENTRY(style)                                                                \
  {                                                                                            \
    "csv", 0, 0, G_OPTION_ARG_NONE, &(style).is_csv, N_ ("Write CSV with a header line"), NULL \
  }
#define STRATA_JSON_ENTRY(style)                                               \
  {                                                                            \
    "json", 0, 0, G_OPTION_ARG_NONE, &(style).is_json, N_ ("Write JSON"), NULL \
  }

#define STRATA_STYLE_ENTRIES(style) STRATA_CSV_ENTRY (style), STRATA_JSON_ENTRY (style)

/* The entries of StrataLoadOptions that are left to the user: options for readers. */
#define STRATA_REBUILD_ENTRY(input)                                                                                                                                           \
  {                                                                                                                                                                           \
    "rebuild-callers", 0, 0, G_OPTION_ARG_NONE, &(input).load.rebuild_callers, N_ ("In method traces, rebuild calls entered before recording"), NULL                          \
  },                                                                                                                                                                          \
      { "interval", 0, 0, G_OPTION_ARG_INT, &(input).load.sample_interval_ms, N_ ("Sampling interval of a HiCollie tree that does not contain it; default 150"), N_ ("MS") }, \
      { "weights", 0, 0, G_OPTION_ARG_NONE, &(input).load.by_weight, N_ ("Count the weights of samples (cycles, bytes) instead of time"), NULL },                             \
  {                                                                                                                                                                           \
    "event", 0, 0, G_OPTION_ARG_STRING, &(input).load.event, N_ ("Show only samples of this event or value type, such as alloc_space"), N_ ("NAME")                           \
  }

/* The same; strata_command_parse() has read its unit. */
#define STRATA_MAX_BYTES_ENTRY(input)                                                                                                                                               \
  {                                                                                                                                                                                 \
    STRATA_SIZE_OPTION, 0, 0, G_OPTION_ARG_INT64, &(input).load.max_bytes, N_ ("Stop if FILE decompresses to more than SIZE bytes (suffix K, M, G or T); default 32G"), N_ ("SIZE") \
  }

/* How to load a file, and its additional files. */
typedef struct
{
  StrataLoadOptions load; /* options for readers */
  char *mapping;          /* nullable: the value of --mapping */
  gboolean keeps_names;   /* whether --no-mapping was given */
  char **with;            /* (array zero-terminated=1) nullable: the values of --with */
} StrataInputOptions;

/* Options for its additional files, in the same way. */
#define STRATA_MAPPING_ENTRY(input)                                                                                                                   \
  {                                                                                                                                                   \
    "mapping", 0, 0, G_OPTION_ARG_FILENAME, &(input).mapping, N_ ("Restore method names with this mapping of ProGuard, R8 or RheaTrace"), N_ ("FILE") \
  }
#define STRATA_NO_MAPPING_ENTRY(input)                                                                                                       \
  {                                                                                                                                          \
    "no-mapping", 0, 0, G_OPTION_ARG_NONE, &(input).keeps_names, N_ ("Keep the names in the file even if a mapping.txt is next to it"), NULL \
  }

/* The files that are loaded into the same trace. */
#define STRATA_WITH_ENTRY(input)                                                                                                                                                                                                \
  {                                                                                                                                                                                                                             \
    "with", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &(input).with, N_ ("Add this file to the same time axis; @OFFSET, such as @+12.5ms, shifts it; @other marks a file of another device; repeatable"), N_ ("FILE[@OFFSET][@other]") \
  }

/* All of them, for commands that take a whole input. */
#define STRATA_INPUT_ENTRIES(input)    \
  STRATA_REBUILD_ENTRY (input),        \
      STRATA_MAX_BYTES_ENTRY (input),  \
      STRATA_MAPPING_ENTRY (input),    \
      STRATA_NO_MAPPING_ENTRY (input), \
      STRATA_WITH_ENTRY (input)

/* Options of commands that write a table about it. */
#define STRATA_TABLE_ENTRIES(style, input) STRATA_STYLE_ENTRIES (style), STRATA_INPUT_ENTRIES (input)

/* Shells pass this instead of arguments, to get completions. */
#define STRATA_LIST_OPTIONS "--list-options"

/* Instead of a number of arguments: the command checks them itself. */
#define STRATA_ANY_ARGUMENTS G_MAXUINT

/* Owns the texts that strata_command_parse() sets: declared with g_auto after the options, it
 * frees them when the command ends. */
typedef struct
{
  const GOptionEntry *entries; /* options of a command */
} StrataOptionValues;

void strata_option_values_clear (StrataOptionValues *self);
gboolean strata_command_parse (const StrataCommand *self, const GOptionEntry *entries, guint n_arguments, char **arguments, char ***rest);
void strata_command_print_options (const GOptionEntry *entries);
const char *strata_command_get_arguments (const StrataCommand *self);
gboolean strata_command_check_count (const StrataCommand *self, char **rest, guint n_arguments);
gboolean strata_command_choose (const char *text, const char *const *names, guint n_names, guint *chosen);
gboolean strata_command_get_style (const StrataCommand *self, StrataStyleOptions options, StrataTableStyle *style);
StrataExit strata_command_fail_usage (const StrataCommand *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
gboolean strata_command_has_output (const StrataCommand *self, const char *output);
gboolean strata_command_would_overwrite (const char *input, const char *output);
StrataExit strata_command_fail_overwriting (const StrataCommand *self, const char *output);
StrataExit strata_command_fail (const GError *error);
StrataTrace *strata_command_load_with (const char *path, const StrataLoadOptions *options);
StrataTrace *strata_command_load_input (const char *path, const StrataInputOptions *input);
StrataExit strata_command_close (StrataOutput *output);
void strata_command_note (const char *path, const char *format, ...) G_GNUC_PRINTF (2, 3);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StrataOptionValues, strata_option_values_clear)

G_END_DECLS
