/* strata-sql-args.c - args: arguments of slices and tracks
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-sql-args.h"

#include <errno.h>

#include "strata-flows.h"
#include "strata-kernel-args.h"
#include "strata-process-labels.h"
#include "strata-sql-private.h"
#include "strata-sql-tracks.h"

/* The trace stores arguments as one text per set, "key=value,dictionary={key=value},list=[a,b]". They
 * are parsed when they are first read; the keys of nested ones are joined as in PerfettoSQL,
 * "dictionary.key" and "list[0]". Other parts of a HiTrace marker have the keys tags, level, chain,
 * side and extra.
 *
 * Annotations of a Perfetto trace, other than messages with a type, begin with "debug.", and arguments of Chrome JSON with "args.", as there. Their names have '_' for characters that join keys, and
 * of several values with one key the last counts. Flows are stored as annotations, too, and all of them count.
 *
 * The sets of the trace are followed by two for each track: its dimensions and its source. */

/* Limit for the depth of dictionaries and lists; deeper ones remain one text. */
#define MAX_DEPTH 16

/* Limit for all sets together, to bound the memory; arguments beyond it have no rows. */
#define MAX_ARGS (4 * 1024 * 1024)

/* In larger sets, all values with one key stay, to bound the time. */
#define MAX_COMPARED 64

typedef struct
{
  GArray *args;
  guint32 first; /* argument of the set */
  guint32 set;
  gboolean is_annotations;
  const StrataAttrTable *attrs;
} Reader;

/* Returns whether there was a value with the key. */
static gboolean
replace (Reader *self,
         const char *key,
         const char *value,
         gboolean is_text)
{
  for (guint32 i = self->first; i < self->args->len; i++)
    {
      StrataSqlArg *arg = &g_array_index (self->args, StrataSqlArg, i);

      if (g_str_equal (arg->key, key))
        {
          g_free (arg->value);
          arg->value = g_strdup (value);
          arg->is_text = is_text;
          return TRUE;
        }
    }

  return FALSE;
}

/* Flows are in a table of their own. */
static gboolean
is_flow (const char *key,
         const char *value)
{
  const char *name = g_str_has_prefix (key, "debug.") ? strchr (key, '.') + 1 : "";
  const StrataArg arg = { .key = name, .n_key_bytes = strlen (name) };

  return g_str_has_prefix (value, "0x") && strata_flow_get_kind (&arg) != STRATA_FLOW_NONE;
}

/* The names of PerfettoSQL for places in the source, and for lines of logs. */
static char *
dup_key (const char *key)
{
  static const char *const prefixes[][2] = {
    { "debug.source.", "source." },
    { "debug.source_location.", "source_location." },
    { "debug.posted_from.", "task.posted_from." },
    { "debug.log_message.", "track_event.log_message." },
  };
  static const char *const names[][2] = { { "file", "file_name" }, { "function", "function_name" }, { "line", "line_number" }, { "message", "message" } };

  if (g_str_equal (key, "debug.log_message.priority"))
    return g_strdup ("track_event.priority");

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    for (guint j = 0; g_str_has_prefix (key, prefixes[i][0]) && j < G_N_ELEMENTS (names); j++)
      if (g_str_equal (key + strlen (prefixes[i][0]), names[j][0]))
        return g_strconcat (prefixes[i][1], names[j][1], NULL);

  return g_strdup (key);
}

static void
add_typed (Reader *self,
           const char *written_key,
           const char *value,
           gboolean is_text)
{
  g_autofree char *key = self->is_annotations ? dup_key (written_key) : g_strdup (written_key);
  const gboolean counts_once = self->is_annotations && self->args->len - self->first <= MAX_COMPARED;

  if (self->is_annotations && is_flow (key, value))
    return;
  if (counts_once && replace (self, key, value, is_text))
    return;

  const StrataSqlArg arg = { self->set, g_strdup (key), g_strdup (value), is_text, self->is_annotations };

  if (self->args->len < MAX_ARGS)
    g_array_append_val (self->args, arg);
  else
    {
      g_free (arg.key);
      g_free (arg.value);
    }
}

static void
add (Reader *self,
     const char *key,
     const char *value)
{
  add_typed (self, key, value, FALSE);
}

static char *
dup_unquoted (const char *text,
              gsize n_bytes)
{
  if (n_bytes < 2 || text[0] != '"' || text[n_bytes - 1] != '"')
    return g_strndup (text, n_bytes);

  GString *value = g_string_sized_new (n_bytes);

  for (gsize i = 1; i + 1 < n_bytes; i++)
    {
      if (text[i] == '\\' && i + 2 < n_bytes)
        i++;
      g_string_append_c (value, text[i]);
    }

  return g_string_free (value, FALSE);
}

static void add_text (Reader *self, const char *prefix, const char *text, gboolean is_list, guint depth);

/* Adds one value: a text, or a dictionary or list with more. */
static void
add_value (Reader *self,
           const char *key,
           const StrataArg *arg,
           guint depth)
{
  const char first = arg->n_value_bytes >= 2 ? arg->value[0] : '\0';
  const char last = arg->n_value_bytes >= 2 ? arg->value[arg->n_value_bytes - 1] : '\0';

  if (depth < MAX_DEPTH && ((first == '{' && last == '}') || (first == '[' && last == ']')))
    {
      g_autofree char *inner = g_strndup (arg->value + 1, arg->n_value_bytes - 2);

      add_text (self, key, inner, first == '[', depth + 1);
      return;
    }

  g_autofree char *value = dup_unquoted (arg->value, arg->n_value_bytes);

  add_typed (self, key, value, first == '"' && last == '"');
}

static char *
dup_name (const Reader *self,
          const StrataArg *arg)
{
  char *name = g_strndup (arg->key, arg->n_key_bytes);

  return self->is_annotations ? g_strdelimit (name, ".[]", '_') : name;
}

static void
add_text (Reader *self,
          const char *prefix,
          const char *text,
          gboolean is_list,
          guint depth)
{
  StrataArg arg;
  guint index = 0;

  while (strata_args_next (&text, &arg))
    {
      g_autofree char *name = is_list || arg.key == NULL ? g_strdup_printf ("[%u]", index) : dup_name (self, &arg);
      const gboolean is_plain = *prefix == '\0' || g_str_has_suffix (prefix, ".") || name[0] == '[';
      const gboolean is_typed = *prefix != '\0' && depth == 0 && self->is_annotations && strata_attr_table_is_typed (self->attrs, name, arg.n_value_bytes > 0 && arg.value[0] == '{');
      g_autofree char *key = is_typed ? g_strdup (name) : g_strconcat (prefix, is_plain ? "" : ".", *prefix == '\0' && name[0] == '[' ? "args" : "", name, NULL);

      if (is_list && arg.key != NULL)
        arg = (StrataArg){ NULL, 0, arg.key, arg.n_key_bytes + 1 + arg.n_value_bytes };

      add_value (self, key, &arg, depth);
      index++;
    }
}

static void
add_word (Reader *self,
          StrataTrace *trace,
          const char *key,
          guint32 string)
{
  if (string != 0)
    add (self, key, strata_trace_get_string (trace, string));
}

static void
add_letter (Reader *self,
            const char *key,
            guint32 letter)
{
  const char text[] = { (char) letter, '\0' };

  if (letter != 0)
    add (self, key, text);
}

static gboolean
has_annotations (StrataTrace *trace,
                 const StrataAttrs *attrs)
{
  return g_str_equal (strata_trace_get_format_id (trace), "perfetto") && g_strcmp0 (strata_trace_get_string (trace, attrs->category), "frame") != 0;
}

/* The start of the keys of what programs wrote. */
static const char *
get_prefix (const Reader *self,
            StrataTrace *trace)
{
  if (self->is_annotations)
    return "debug.";

  return g_str_equal (strata_trace_get_format_id (trace), "chrome") ? "args." : "";
}

/* Kernel events have no dictionaries. */
static void
add_kernel_text (Reader *self,
                 const char *text)
{
  StrataArg arg;

  while (strata_kernel_args_next (&text, &arg))
    {
      g_autofree char *key = arg.key != NULL ? g_strndup (arg.key, arg.n_key_bytes) : g_strdup ("args");
      g_autofree char *value = g_strndup (arg.value, arg.n_value_bytes);

      add (self, key, value);
    }
}

static void
add_set (Reader *self,
         StrataTrace *trace,
         const StrataAttrs *attrs,
         gboolean is_of_kernel)
{
  g_autofree char *args = strata_attr_table_dup_args (self->attrs, attrs->args);

  if (is_of_kernel)
    add_kernel_text (self, args);
  else if (*args != '\0')
    {
      self->is_annotations = has_annotations (trace, attrs);
      add_text (self, get_prefix (self, trace), args, FALSE, 0);
      self->is_annotations = FALSE;
    }

  if (attrs->tags != 0)
    {
      g_autofree char *tags = strata_tags_to_string (attrs->tags);

      add (self, "tags", tags);
    }

  add_word (self, trace, "chain", attrs->chain);
  add_word (self, trace, "extra", attrs->extra);
  add_letter (self, "level", attrs->level);
  add_letter (self, "side", attrs->side);
}

/* Among instants, only the kernel's have arguments that no program wrote. */
static gboolean
is_kernel_instant (StrataSqlSource *source,
                   guint32 instant)
{
  static const char *const names[] = { "binder transaction async", "binder async rcv", "drm_sched_job", "drm_sched_job_queue", NULL };

  return g_strv_contains (names, strata_sql_source_get_string (source, strata_sql_source_get_instant_name (source, instant)));
}

/* The writer of a set. The table also has other sets: of slices that got more arguments at their end. */
typedef enum
{
  SET_OF_NONE,
  SET_OF_PROGRAM,
  SET_OF_KERNEL,
} SetOwner;

static guint8 *
list_owners (StrataSqlSource *source,
             guint32 n_sets)
{
  const StrataSliceTable *slices = source->slices;
  guint8 *owners = g_new0 (guint8, n_sets);

  for (guint32 i = 0; i < slices->n_slices; i++)
    owners[strata_slice_table_get_attrs (slices, i)] = i < slices->first_kernel ? SET_OF_PROGRAM : SET_OF_KERNEL;
  for (guint32 i = 0; source->instants->attrs != NULL && i < source->instants->n_instants; i++)
    if (source->instants->attrs[i] != STRATA_ATTRS_NONE)
      owners[source->instants->attrs[i]] = is_kernel_instant (source, i) ? SET_OF_KERNEL : MAX (owners[source->instants->attrs[i]], SET_OF_PROGRAM);

  return owners;
}

static void
take_arg (gpointer data,
          const char *key,
          const char *value)
{
  add (data, key, value);
}

/* Sets are those of the trace, then two of each track, then one of each process. */
static guint32
get_first_track_set (StrataSqlSource *source)
{
  return strata_attr_table_get_n_sets (strata_trace_get_attrs (source->trace));
}

static guint32
get_first_process_set (StrataSqlSource *source)
{
  return get_first_track_set (source) + 2 * strata_sql_source_count_tracks (source);
}

static void
add_tracks (Reader *self,
            StrataSqlSource *source)
{
  const guint32 first = get_first_track_set (source);
  const guint32 end = get_first_process_set (source);

  for (guint32 i = first; i < end; i++)
    {
      source->arg_begin[i] = source->args->len;
      self->set = i;
      strata_sql_track_list_args (source, (i - first) / 2, (i - first) % 2 != 0, take_arg, self);
    }
}

static void
note_arg (gpointer data,
          const char *key,
          const char *value)
{
  gboolean *is_there = data;

  *is_there = TRUE;
}

gint64
strata_sql_args_get_track_set (StrataSqlSource *source,
                               guint32 track,
                               gboolean is_source)
{
  gboolean is_there = FALSE;

  strata_sql_track_list_args (source, track, is_source, note_arg, &is_there);
  return is_there ? (gint64) get_first_track_set (source) + 2 * (gint64) track + (is_source ? 1 : 0) : STRATA_SQL_NULL;
}

static guint32
find_labels (StrataSqlSource *source,
             guint32 row)
{
  const guint32 process = source->upids->index[row];

  return process != STRATA_NONE ? strata_process_labels_find (source->trace, process) : STRATA_STRING_EMPTY;
}

static void
add_processes (Reader *self,
               StrataSqlSource *source)
{
  const guint32 first = get_first_process_set (source);

  for (guint32 i = first; i < source->n_arg_sets; i++)
    {
      g_auto (GStrv) labels = g_strsplit (strata_trace_get_string (source->trace, find_labels (source, i - first)), STRATA_PROCESS_LABELS_SEPARATOR, -1);

      source->arg_begin[i] = source->args->len;
      self->set = i;
      for (guint j = 0; labels[j] != NULL; j++)
        {
          g_autofree char *key = g_strdup_printf ("chrome.process_label[%u]", j);

          add_typed (self, key, labels[j], TRUE);
        }
    }
}

gint64
strata_sql_args_get_process_set (StrataSqlSource *source,
                                 guint32 row)
{
  return find_labels (source, row) != STRATA_STRING_EMPTY ? (gint64) get_first_process_set (source) + row : STRATA_SQL_NULL;
}

static void
need_args (StrataSqlSource *source)
{
  const StrataAttrTable *attrs = strata_trace_get_attrs (source->trace);
  const guint32 n_sets = strata_attr_table_get_n_sets (attrs);
  Reader reader = { .args = source->args, .attrs = attrs };

  if (source->arg_begin != NULL)
    return;

  g_autofree guint8 *owners = list_owners (source, n_sets);

  source->n_arg_sets = get_first_process_set (source) + source->upids->n;
  source->arg_begin = g_new0 (guint32, (gsize) source->n_arg_sets + 1);
  for (guint32 i = 0; i < n_sets; i++)
    {
      source->arg_begin[i] = source->args->len;
      reader.first = source->args->len;
      reader.set = i;
      if (i == STRATA_ATTRS_NONE || owners[i] == SET_OF_NONE)
        continue;

      const StrataAttrs set = strata_attr_table_get (attrs, i);

      add_set (&reader, source->trace, &set, owners[i] == SET_OF_KERNEL);
    }

  add_tracks (&reader, source);
  add_processes (&reader, source);
  source->arg_begin[source->n_arg_sets] = source->args->len;
}

static const StrataSqlArg *
get_arg (StrataSqlSource *source,
         guint32 row)
{
  return &g_array_index (source->args, StrataSqlArg, row);
}

static guint32
count (StrataSqlSource *source)
{
  need_args (source);
  return source->args->len;
}

static gboolean
parse_integer (const char *text,
               gint64 *value)
{
  char *end;

  errno = 0;
  *value = g_ascii_strtoll (text, &end, 10);
  return end != text && *end == '\0' && errno == 0 && !g_ascii_isspace (*text);
}

/* A number without a sign that is too large for one with a sign has the same bits, as in PerfettoSQL. */
static gboolean
parse_large (const char *text,
             gint64 *value)
{
  guint64 number;
  const gboolean is_large = g_ascii_string_to_unsigned (text, 10, (guint64) G_MAXINT64 + 1, G_MAXUINT64, &number, NULL);

  *value = is_large ? (gint64) number : 0;
  return is_large;
}

/* Excludes "infinity", "nan" and hexadecimal numbers, which are words in names. */
static gboolean
parse_real (const char *text,
            double *value)
{
  char *end;

  if (strspn (text, "+-.0123456789eE") != strlen (text) || strpbrk (text, "0123456789") == NULL)
    return FALSE;

  *value = g_ascii_strtod (text, &end);
  return *end == '\0';
}

/* Other arguments are words of their programs. */
static gboolean
is_boolean (const StrataSqlArg *arg)
{
  return !arg->is_text && arg->is_annotation && (g_str_equal (arg->value, "true") || g_str_equal (arg->value, "false"));
}

/* An annotation that is a pointer. */
static gboolean
parse_pointer (const StrataSqlArg *arg,
               gint64 *value)
{
  char *end;

  if (arg->is_text || !arg->is_annotation || !g_str_has_prefix (arg->value, "0x"))
    return FALSE;

  *value = (gint64) g_ascii_strtoull (arg->value, &end, 16);
  return *end == '\0' && end > arg->value + 2;
}

static void
set_value (const StrataSqlArg *arg,
           StrataCell *cell)
{
  gint64 integer;
  double real;

  if (arg->is_text)
    strata_cell_set_text (cell, arg->value);
  else if (parse_pointer (arg, &integer))
    strata_cell_set_number (cell, integer);
  else if (is_boolean (arg))
    strata_cell_set_number (cell, *arg->value == 't');
  else if (parse_integer (arg->value, &integer) || parse_large (arg->value, &integer))
    strata_cell_set_number (cell, integer);
  else if (parse_real (arg->value, &real))
    strata_cell_set_real (cell, real);
  else
    strata_cell_set_text (cell, arg->value);
}

/**
 * strata_sql_args_find:
 * @source: the trace
 * @set: id of a set of arguments
 * @key: a key, with or without the "debug." of annotations or the "args." of Chrome JSON
 * @cell: (inout): an empty cell to fill; its text lives as long as @source
 *
 * Finds the value of an argument.
 */
void
strata_sql_args_find (StrataSqlSource *source,
                      gint64 set,
                      const char *key,
                      StrataCell *cell)
{
  need_args (source);
  if (set < 0 || set >= source->n_arg_sets)
    return;

  for (guint32 i = source->arg_begin[set]; i < source->arg_begin[set + 1]; i++)
    {
      const StrataSqlArg *arg = get_arg (source, i);
      const char *plain = g_str_has_prefix (arg->key, "debug.") ? arg->key + strlen ("debug.") : g_str_has_prefix (arg->key, "args.") ? arg->key + strlen ("args.")
                                                                                                                                      : arg->key;

      if (g_str_equal (arg->key, key) || g_str_equal (plain, key) || (g_str_has_prefix (key, "debug.") && g_str_equal (arg->key, key + strlen ("debug."))))
        {
          set_value (arg, cell);
          return;
        }
    }
}

static void
find_set (StrataSqlSource *source,
          gint64 value,
          GArray *segments)
{
  need_args (source);
  if (value >= 0 && value < source->n_arg_sets)
    strata_sql_segments_add (segments, NULL, source->arg_begin[value], source->arg_begin[value + 1]);
}

STRATA_SQL_GETTER (gint64, get_set, get_arg (source, row)->set)
STRATA_SQL_GETTER (const char *, get_key, get_arg (source, row)->key)

/* "list[0].key" without the indices. */
static void
get_flat_key (StrataSqlSource *source,
              guint32 row,
              StrataCell *cell)
{
  GString *key = g_string_new (NULL);

  for (const char *p = get_key (source, row); *p != '\0'; p++)
    {
      const char *end = *p == '[' ? strchr (p, ']') : NULL;

      if (end != NULL)
        p = end;
      else
        g_string_append_c (key, *p);
    }

  strata_cell_take_text (cell, g_string_free (key, FALSE));
}

static StrataValueKind
get_kind (StrataSqlSource *source,
          guint32 row,
          StrataCell *cell)
{
  set_value (get_arg (source, row), cell);
  return cell->kind;
}

static gint64
get_integer (StrataSqlSource *source,
             guint32 row)
{
  g_auto (StrataCell) cell = STRATA_CELL_INIT;

  return get_kind (source, row, &cell) == STRATA_VALUE_NUMBER ? cell.number : STRATA_SQL_NULL;
}

static void
get_real (StrataSqlSource *source,
          guint32 row,
          StrataCell *cell)
{
  if (get_kind (source, row, cell) != STRATA_VALUE_REAL)
    strata_cell_clear (cell);
}

static const char *
get_text (StrataSqlSource *source,
          guint32 row)
{
  g_auto (StrataCell) cell = STRATA_CELL_INIT;

  return get_kind (source, row, &cell) == STRATA_VALUE_TEXT ? get_arg (source, row)->value : NULL;
}

STRATA_SQL_GETTER (const char *, get_value, get_arg (source, row)->value)

static const char *
get_value_type (StrataSqlSource *source,
                guint32 row)
{
  g_auto (StrataCell) cell = STRATA_CELL_INIT;
  gint64 number;

  if (is_boolean (get_arg (source, row)))
    return "bool";
  if (parse_pointer (get_arg (source, row), &number))
    return "pointer";
  if (!get_arg (source, row)->is_text && parse_large (get_arg (source, row)->value, &number))
    return "uint";

  switch (get_kind (source, row, &cell))
    {
    case STRATA_VALUE_NUMBER:
      return "int";
    case STRATA_VALUE_REAL:
      return "real";
    case STRATA_VALUE_TEXT:
    case STRATA_VALUE_UNKNOWN:
      return "string";
    }

  return NULL;
}

static const StrataSqlColumn columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the argument", STRATA_SQL_ID, strata_sql_get_row },
  { "arg_set_id", STRATA_SQL_INTEGER, NULL, "The set that it is in; slices with the same arguments share one", 0, get_set, .find = find_set },
  { "flat_key", STRATA_SQL_TEXT, NULL, "Key without the numbers of items", 0, .cell = get_flat_key },
  { "key", STRATA_SQL_TEXT, NULL, "Key; joined by dots in dictionaries, with [N] in lists", 0, .word = get_key },
  { "int_value", STRATA_SQL_INTEGER, NULL, "Value, if it is a whole number; of an annotation also a pointer, and 1 for true and 0 for false", 0, get_integer },
  { "string_value", STRATA_SQL_TEXT, NULL, "Value, if it is not a number", 0, .word = get_text },
  { "real_value", STRATA_SQL_REAL, NULL, "Value, if it is a number with a fraction", 0, .cell = get_real },
  { "value_type", STRATA_SQL_TEXT, NULL, "int, uint if it is too large for that, bool, real, pointer or string", 0, .word = get_value_type },
  { "display_value", STRATA_SQL_TEXT, NULL, "Value as text", 0, .word = get_value },
};

const StrataSqlTable strata_sql_table_args = {
  .name = "args",
  .doc = "Arguments of slices, tracks and processes; extract_arg(arg_set_id, KEY) reads one",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
  .count = count,
  .is_computed = TRUE,
};
