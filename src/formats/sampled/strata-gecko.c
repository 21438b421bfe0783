/* strata-gecko.c - profiles of Firefox's profiler
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "strata-bisect.h"
#include "strata-format.h"
#include "strata-gecko-markers.h"
#include "strata-json-reader.h"
#include "strata-json-tree.h"
#include "strata-order.h"
#include "strata-stack-frames.h"

/* Threads with tables: samples refer to stacks, stacks to the caller's stack and a frame, frames to a
 * function or a location, and these to strings. A table is an object of columns, or a schema and rows,
 * as Gecko and simpleperf's script write it. A sample stands for the interval of the profile, or for
 * its weight. Gecko writes the profiles of its other processes as they are: their times are since their own start, and
 * their native functions are addresses, which are in one of the libraries of the process.
 * Format: profiler.firefox.com, "processed" and "gecko" profiles. */

#define MOST_VALUE 4e18

/* No process starts later after the first one, and no library is mapped above. */
#define MOST_DISTANCE_MS 1e12
#define MOST_ADDRESS 9e18

typedef struct
{
  const StrataJsonTree *tree;  /* borrowed */
  StrataTraceBuilder *builder; /* borrowed */
  StrataStackSamples *samples; /* borrowed */
  StrataDiagnostics *diagnostics;
  guint32 shared;     /* the part that the threads of a profile share, or STRATA_NONE */
  double start_ms;    /* start of the first process on the calendar, or -1 */
  double distance_ms; /* start of the process after that of the first one */
  GArray *libraries;  /* (element-type Library) owned: those of the process, by address */
  double interval_ms;
  GArray *strings;   /* (element-type guint32) owned: values */
  GArray *prefixes;  /* the same, of the stack table */
  GArray *frames;    /* the same */
  GArray *functions; /* the same, of frames; or their locations */
  GArray *names;     /* the same, of functions; empty if frames have locations */
  GArray *calls;     /* (element-type Call) owned: by stack */
  gint64 pid;        /* of the current thread, or -1 */
  gint64 tid;
  guint32 event;
  guint32 thread;
  guint64 n_markers; /* those that are shown */
} Reader;

/* The innermost call of a stack. */
typedef struct
{
  guint32 node;  /* in the tree of slices, or STRATA_NONE */
  guint32 site;  /* in that of SQL, or STRATA_NONE */
  guint32 depth; /* how many calls the stack has */
} Call;

/* A mapped library. */
typedef struct
{
  double begin;
  double end;
  const char *path; /* borrowed */
} Library;

static guint32
get (const Reader *self,
     guint32 value,
     const char *key)
{
  return strata_json_tree_get (self->tree, value, key);
}

static guint32
get_nth (const Reader *self,
         guint32 array,
         guint n)
{
  guint32 value = strata_json_tree_get_first (self->tree, array);

  while (n-- > 0 && value != STRATA_NONE)
    value = strata_json_tree_get_next (self->tree, value);

  return value;
}

/* The values of a column; STRATA_NONE where a row is too short. */
static GArray *
list_column (const Reader *self,
             guint32 table,
             const char *key)
{
  const guint32 schema = get (self, table, "schema");
  const double place = strata_json_tree_get_number (self->tree, get (self, schema, key), -1);
  GArray *column;

  if (schema == STRATA_NONE)
    return strata_json_tree_list (self->tree, get (self, table, key));

  column = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (place < 0 || place > 64)
    return column;

  for (guint32 row = strata_json_tree_get_first (self->tree, get (self, table, "data")); row != STRATA_NONE; row = strata_json_tree_get_next (self->tree, row))
    {
      const guint32 value = get_nth (self, row, (guint) place);

      g_array_append_val (column, value);
    }

  return column;
}

static double
get_number (const Reader *self,
            const GArray *column,
            double row)
{
  return row >= 0 && row < column->len ? strata_json_tree_get_number (self->tree, g_array_index (column, guint32, (guint) row), -1) : -1;
}

static const char *
get_name (const Reader *self,
          double frame)
{
  double string = get_number (self, self->functions, frame);

  if (self->names->len > 0)
    string = get_number (self, self->names, string);

  return string >= 0 && string < self->strings->len ? strata_json_tree_get_text (self->tree, g_array_index (self->strings, guint32, (guint) string)) : "";
}

/* Returns the innermost call of a stack. A caller's stack has to come before those of its callees, or else it is unknown: there is no loop. */
static Call
find_call (const Reader *self,
           double stack)
{
  if (stack >= 0 && stack < self->calls->len)
    return g_array_index (self->calls, Call, (guint) stack);
  if (stack >= 0)
    strata_diagnostics_add (self->diagnostics, STRATA_DIAGNOSTIC_UNKNOWN_NODE, (StrataPlace){ 0, -1, STRATA_NO_TIME }, "stackTable", -1);

  return (Call){ STRATA_NONE, STRATA_NONE, 0 };
}

STRATA_ORDER_BY (compare_libraries, Library, begin)

static void
list_libraries (Reader *self,
                guint32 profile)
{
  g_array_set_size (self->libraries, 0);
  for (guint32 value = strata_json_tree_get_first (self->tree, get (self, profile, "libs")); value != STRATA_NONE; value = strata_json_tree_get_next (self->tree, value))
    {
      const Library library = { strata_json_tree_get_number (self->tree, get (self, value, "start"), -1), strata_json_tree_get_number (self->tree, get (self, value, "end"), -1),
                                strata_json_tree_get_text (self->tree, get (self, value, "path")) };

      if (library.begin >= 0 && library.begin < MOST_ADDRESS && *library.path != '\0')
        g_array_append_val (self->libraries, library);
    }

  g_array_sort (self->libraries, compare_libraries);
}

/* The library of a function whose name is an address. */
static const Library *
find_library (const Reader *self,
              const char *name,
              guint64 *address)
{
  if (!g_str_has_prefix (name, "0x") || !g_ascii_string_to_unsigned (name + 2, 16, 1, G_MAXUINT64, address, NULL))
    return NULL;

  const Library *libraries = (const Library *) self->libraries->data;
  guint begin = 0;
  guint end = self->libraries->len;

  STRATA_BISECT (begin, end, i, libraries[i].begin <= (double) *address);
  return begin > 0 && (double) *address < libraries[begin - 1].end ? &libraries[begin - 1] : NULL;
}

static guint32
intern_name (const Reader *self,
             const char *name)
{
  return strata_stack_samples_intern (self->samples, *name != '\0' ? (StrataText){ name, strlen (name) } : (StrataText){ "[unknown]", 9 });
}

/* Adds a call, to the tree of slices and that of SQL. */
static Call
enter (Reader *self,
       Call caller,
       const char *name)
{
  StrataStackNodes *nodes = strata_stack_samples_get_nodes (self->samples);
  guint64 address = 0;
  const Library *library = find_library (self, name, &address);
  const StrataText path = library != NULL ? (StrataText){ library->path, strlen (library->path) } : (StrataText){ "", 0 };
  const guint64 offset = library != NULL ? address - (guint64) library->begin : 0;
  const guint32 id = library != NULL ? strata_stack_frames_name_native (self->samples, (StrataText){ "", 0 }, path, offset) : intern_name (self, name);
  const guint32 attrs = library != NULL ? strata_stack_samples_intern_place (self->samples, "library", path) : STRATA_ATTRS_NONE;
  const StrataCallFrame frame = { library != NULL ? STRATA_STRING_EMPTY : id, strata_stack_samples_intern (self->samples, path), STRATA_STRING_EMPTY, offset };
  Call call = { strata_stack_nodes_enter (nodes, caller.node, id, attrs), caller.site, caller.depth + 1 };

  if (caller.depth < STRATA_STACK_MOST_DEPTH)
    call.site = strata_stack_samples_enter_call (self->samples, caller.site, call.node, &frame);
  return call;
}

static void
make_calls (Reader *self)
{
  g_array_set_size (self->calls, 0);
  for (guint i = 0; i < self->frames->len; i++)
    {
      const char *name = get_name (self, get_number (self, self->frames, i));
      const Call call = enter (self, find_call (self, get_number (self, self->prefixes, i)), name);

      g_array_append_val (self->calls, call);
    }
}

static gint64
get_ns (double ms)
{
  return (gint64) CLAMP (ms * 1e6, -MOST_VALUE, MOST_VALUE);
}

/* How many ns a weight of 1 is; 0 for bytes. */
static double
get_unit_ns (const Reader *self,
             const char *type)
{
  if (g_str_equal (type, "bytes"))
    return 0;

  return g_str_equal (type, "tracing-ms") ? 1e6 : self->interval_ms * 1e6;
}

static void
add_samples (Reader *self,
             guint32 table,
             double unit_ns)
{
  g_autoptr (GArray) stacks = list_column (self, table, "stack");
  g_autoptr (GArray) times = list_column (self, table, "time");
  g_autoptr (GArray) deltas = list_column (self, table, "timeDeltas");
  g_autoptr (GArray) weights = list_column (self, table, "weight");
  double at_ms = 0;

  for (guint i = 0; i < stacks->len; i++)
    {
      const gboolean has_time = i < times->len || i < deltas->len;
      const double weight = i < weights->len ? strata_json_tree_get_number (self->tree, g_array_index (weights, guint32, i), 1) : 1;

      at_ms = i < times->len ? get_number (self, times, i) : at_ms + get_number (self, deltas, i);

      const gint64 time_ns = has_time ? get_ns (at_ms + self->distance_ms) : STRATA_NO_TIME;
      const Call call = find_call (self, get_number (self, stacks, i));

      strata_stack_samples_add (self->samples, self->event, self->thread, time_ns, call.node, (gint64) CLAMP (unit_ns > 0 ? weight * unit_ns : weight, -MOST_VALUE, MOST_VALUE));
      strata_stack_samples_add_stack (self->samples, STRATA_SAMPLER_GECKO, self->event, self->pid, self->tid, time_ns, call.site);
    }
}

static gint64
get_id (const Reader *self,
        guint32 value,
        gint64 fallback)
{
  const char *text = strata_json_tree_get_text (self->tree, value);

  return *text != '\0' ? (gint64) (g_ascii_strtoull (text, NULL, 10) & G_MAXINT32) : (gint64) CLAMP (strata_json_tree_get_number (self->tree, value, (double) fallback), -1, G_MAXINT32);
}

/* Tables are in each thread before version 55, and shared from then on. */
static guint32
get_table (const Reader *self,
           guint32 thread,
           const char *key)
{
  const guint32 table = get (self, thread, key);

  return table != STRATA_NONE ? table : get (self, self->shared, key);
}

static guint32
get_strings (const Reader *self,
             guint32 thread)
{
  const guint32 shared = get (self, self->shared, "stringArray");
  const guint32 strings = shared != STRATA_NONE ? shared : get (self, thread, "stringTable");

  return strings != STRATA_NONE ? strings : get (self, thread, "stringArray");
}

static guint
count_rows (const Reader *self,
            guint32 table)
{
  g_autoptr (GArray) rows = strata_json_tree_list (self->tree, get (self, table, "data"));
  const double n = strata_json_tree_get_number (self->tree, get (self, table, "length"), rows->len);

  return n > 0 && n < G_MAXINT32 ? (guint) n : 0;
}

/* Reports the data of a thread besides its samples. */
static void
report_others (const Reader *self,
               guint32 thread)
{
  static const char *const others[] = { "jsAllocations", "nativeAllocations" };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      const guint n = count_rows (self, get (self, thread, others[i]));

      if (n > 0)
        strata_diagnostics_add_many (self->diagnostics, STRATA_DIAGNOSTIC_UNKNOWN_EVENT, n, (StrataPlace){ 0, -1, STRATA_NO_TIME }, others[i], -1);
    }
}

static void
name_thread (Reader *self,
             guint32 thread,
             guint number)
{
  const char *name = strata_json_tree_get_text (self->tree, get (self, thread, "name"));
  const char *process = strata_json_tree_get_text (self->tree, get (self, thread, "processName"));

  self->pid = get_id (self, get (self, thread, "pid"), -1);
  self->tid = get_id (self, get (self, thread, "tid"), number + 1);
  self->thread = strata_stack_samples_get_thread (self->samples, self->event, self->pid, self->tid, (StrataText){ name, strlen (name) });
  if (self->pid >= 0 && *process != '\0')
    strata_trace_builder_name_process (self->builder, strata_trace_builder_get_process (self->builder, self->pid), strata_stack_samples_intern (self->samples, (StrataText){ process, strlen (process) }));
}

/* The lane of the spans of a thread is named by it. */
static guint32
intern_lane (const Reader *self,
             guint32 thread)
{
  const char *name = strata_json_tree_get_text (self->tree, get (self, thread, "name"));
  g_autofree char *lane = *name != '\0' ? g_strdup_printf ("%s markers", name) : g_strdup ("markers");

  return strata_stack_samples_intern (self->samples, (StrataText){ lane, strlen (lane) });
}

/* Markers have times only, so they are not shown beside weights. */
static void
add_markers (Reader *self,
             guint32 thread,
             guint number)
{
  const guint32 table = get (self, thread, "markers");
  g_autoptr (GArray) names = list_column (self, table, "name");
  g_autoptr (GArray) starts = list_column (self, table, "startTime");
  g_autoptr (GArray) ends = list_column (self, table, "endTime");
  g_autoptr (GArray) phases = list_column (self, table, "phase");
  g_autoptr (GArray) data = list_column (self, table, "data");

  if (names->len == 0)
    return;

  const StrataGeckoMarkers markers = {
    .tree = self->tree,
    .builder = self->builder,
    .thread = strata_trace_builder_get_thread (self->builder, get_id (self, get (self, thread, "tid"), number + 1)),
    .process = strata_trace_builder_get_process (self->builder, MAX (get_id (self, get (self, thread, "pid"), 0), 0)),
    .lane = intern_lane (self, thread),
    .distance_ms = self->distance_ms,
    .strings = self->strings,
    .names = names,
    .starts = starts,
    .ends = ends,
    .phases = phases,
    .data = data,
  };
  const gboolean is_shown = !strata_trace_builder_get_options (self->builder)->lays_by_weight;
  const guint n_left_out = is_shown ? strata_gecko_markers_add (&markers) : names->len;

  self->n_markers += names->len - n_left_out;
  if (n_left_out > 0)
    strata_diagnostics_add_many (self->diagnostics, STRATA_DIAGNOSTIC_UNKNOWN_EVENT, n_left_out, (StrataPlace){ 0, -1, STRATA_NO_TIME }, "markers", -1);
}

static void
read_thread (Reader *self,
             guint32 thread,
             guint number)
{
  const guint32 table = get (self, thread, "samples");
  const guint32 frames = get_table (self, thread, "frameTable");
  const double unit_ns = get_unit_ns (self, strata_json_tree_get_text (self->tree, get (self, table, "weightType")));
  g_autoptr (GArray) strings = strata_json_tree_list (self->tree, get_strings (self, thread));
  g_autoptr (GArray) prefixes = list_column (self, get_table (self, thread, "stackTable"), "prefix");
  g_autoptr (GArray) frame_list = list_column (self, get_table (self, thread, "stackTable"), "frame");
  g_autoptr (GArray) functions = list_column (self, frames, "func");
  g_autoptr (GArray) locations = list_column (self, frames, "location");
  g_autoptr (GArray) names = list_column (self, get_table (self, thread, "funcTable"), "name");

  self->strings = strings;
  self->prefixes = prefixes;
  self->frames = frame_list;
  self->functions = functions->len > 0 ? functions : locations;
  self->names = names;
  self->event = unit_ns > 0 ? strata_stack_samples_get_event (self->samples, "samples", "ns", 1) : strata_stack_samples_get_event (self->samples, "memory", "bytes", 0);
  name_thread (self, thread, number);
  make_calls (self);
  add_samples (self, table, unit_ns);
  report_others (self, thread);
}

/* The calls of a thread have to come before them. */
static void
read_markers (Reader *self,
              guint32 thread,
              guint number)
{
  g_autoptr (GArray) strings = strata_json_tree_list (self->tree, get_strings (self, thread));

  self->strings = strings;
  add_markers (self, thread, number);
}

typedef void (*ReadThread) (Reader *self, guint32 thread, guint number);

/* Other processes are nested profiles. */
static void
read_process (Reader *self,
              guint32 profile,
              guint depth,
              ReadThread read)
{
  const double start_ms = strata_json_tree_get_number (self->tree, get (self, get (self, profile, "meta"), "startTime"), -1);
  guint number = 0;

  self->shared = get (self, profile, "shared");
  self->start_ms = depth == 0 ? start_ms : self->start_ms;
  self->distance_ms = self->start_ms >= 0 && start_ms >= 0 ? start_ms - self->start_ms : 0;
  if (!(fabs (self->distance_ms) < MOST_DISTANCE_MS))
    self->distance_ms = 0;
  list_libraries (self, profile);
  for (guint32 thread = strata_json_tree_get_first (self->tree, get (self, profile, "threads")); thread != STRATA_NONE; thread = strata_json_tree_get_next (self->tree, thread))
    read (self, thread, number++);
  for (guint32 process = strata_json_tree_get_first (self->tree, get (self, profile, "processes")); process != STRATA_NONE && depth < 2; process = strata_json_tree_get_next (self->tree, process))
    read_process (self, process, depth + 1, read);
}

static gboolean
load_gecko (StrataSource *source,
            StrataTraceBuilder *builder,
            GError **error)
{
  g_autoptr (StrataJsonTree) tree = strata_json_tree_new ();
  g_autoptr (StrataStackSamples) samples = strata_stack_samples_new (builder);
  g_autoptr (GArray) calls = g_array_new (FALSE, FALSE, sizeof (Call));
  g_autoptr (GArray) libraries = g_array_new (FALSE, FALSE, sizeof (Library));
  Reader self = { .libraries = libraries, .tree = tree, .builder = builder, .samples = samples, .diagnostics = strata_trace_builder_get_diagnostics (builder), .calls = calls };

  strata_stack_samples_keep_calls (samples);
  if (!strata_json_tree_load (tree, source, builder, error))
    return FALSE;

  self.interval_ms = strata_json_tree_get_number (tree, get (&self, get (&self, 0, "meta"), "interval"), 1);
  if (!(self.interval_ms > 0 && self.interval_ms < 1e6))
    self.interval_ms = 1;

  read_process (&self, 0, 0, read_thread);

  const gboolean has_samples = strata_stack_samples_play (samples, error);

  read_process (&self, 0, 0, read_markers);
  if (has_samples || self.n_markers == 0)
    return has_samples;

  g_clear_error (error);
  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
  return TRUE;
}

static int
sniff_gecko (const guint8 *data,
             gsize n_bytes)
{
  const gsize at = strata_json_find_begin (data, n_bytes);

  if (at == n_bytes || data[at] != '{' || strata_json_has_member (data, n_bytes, "traceEvents"))
    return 0;
  if (strata_json_has_word (data, n_bytes, "\"stackTable\""))
    return 93;

  return strata_json_has_word (data, n_bytes, "\"meta\"") && strata_json_has_word (data, n_bytes, "\"interval\"") &&
                 (strata_json_has_word (data, n_bytes, "\"preprocessedProfileVersion\"") || strata_json_has_word (data, n_bytes, "\"stackwalk\""))
             ? 85
             : 0;
}

static const char *const suffixes[] = { "json", NULL };

const StrataFormat strata_format_gecko = {
  .id = "gecko",
  .name = "Firefox profile",
  .suffixes = suffixes,
  .sniff = sniff_gecko,
  .load = load_gecko,
  .unfinished_end = STRATA_UNFINISHED_AT_TRACE_END,
};
