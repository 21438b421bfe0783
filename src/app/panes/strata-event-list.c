/* strata-event-list.c - lines of a trace as a list that reads only what is seen
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-list.h"

#include <glib/gi18n-lib.h>

#include "strata-bisect.h"
#include "strata-units.h"

struct _StrataEventRow
{
  GObject parent_instance;

  char *line;                        /* owned */
  char *texts[STRATA_N_RAW_COLUMNS]; /* owned */
  gint64 time_ns;                    /* or STRATA_NO_TIME */
  guint32 thread;                    /* or STRATA_NONE */
};

G_DEFINE_FINAL_TYPE (StrataEventRow, strata_event_row, G_TYPE_OBJECT)

static void
strata_event_row_finalize (GObject *object)
{
  StrataEventRow *self = STRATA_EVENT_ROW (object);

  g_free (self->line);
  for (guint i = 0; i < STRATA_N_RAW_COLUMNS; i++)
    g_free (self->texts[i]);

  G_OBJECT_CLASS (strata_event_row_parent_class)->finalize (object);
}

static void
strata_event_row_class_init (StrataEventRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = strata_event_row_finalize;
}

static void
strata_event_row_init (StrataEventRow *self)
{
  self->time_ns = STRATA_NO_TIME;
  self->thread = STRATA_NONE;
}

const char *
strata_event_row_get_text (StrataEventRow *self,
                           StrataRawColumn column)
{
  return self->texts[column] != NULL ? self->texts[column] : "";
}

const char *
strata_event_row_get_line (StrataEventRow *self)
{
  return self->line;
}

/**
 * strata_event_row_get_time_ns:
 * @self: a row
 *
 * Returns: its time, or %STRATA_NO_TIME if the line is no event
 */
gint64
strata_event_row_get_time_ns (StrataEventRow *self)
{
  return self->time_ns;
}

/**
 * strata_event_row_get_thread:
 * @self: a row
 *
 * Returns: index of the thread that wrote it, or %STRATA_NONE
 */
guint32
strata_event_row_get_thread (StrataEventRow *self)
{
  return self->thread;
}

/* Either all lines of all files, or those at some places. Rows are made when the
 * view asks for them, and live as long as they are on the screen. */
struct _StrataEventList
{
  GObject parent_instance;

  StrataTrace *trace;         /* owned */
  StrataThreadIndex *threads; /* owned */
  GArray *places;             /* (element-type StrataRawPlace) owned; NULL for all lines */
};

static GType
strata_event_list_get_item_type (GListModel *model)
{
  return STRATA_TYPE_EVENT_ROW;
}

static guint
strata_event_list_get_n_items (GListModel *model)
{
  StrataEventList *self = STRATA_EVENT_LIST (model);
  guint n = 0;

  if (self->places != NULL)
    return self->places->len;

  for (guint i = 0; i < strata_trace_get_n_line_stores (self->trace); i++)
    n += strata_line_store_get_n_lines (strata_trace_get_line_store (self->trace, i));

  return n;
}

static StrataRawPlace
get_place (StrataEventList *self,
           guint position)
{
  if (self->places != NULL)
    return g_array_index (self->places, StrataRawPlace, position);

  for (guint i = 0; i < strata_trace_get_n_line_stores (self->trace); i++)
    {
      const guint n_lines = strata_line_store_get_n_lines (strata_trace_get_line_store (self->trace, i));

      if (position < n_lines)
        return (StrataRawPlace){ i, position };

      position -= n_lines;
    }

  return STRATA_RAW_NOWHERE;
}

typedef struct
{
  StrataEventList *list;
  StrataEventRow *row;
} Making;

static char *
dup_text (StrataText text)
{
  return g_utf8_make_valid (text.text, (gssize) text.n_bytes);
}

/* The name of a thread's process, where that says more than the thread's. */
static char *
dup_process (StrataEventList *self,
             guint32 thread,
             const char *thread_name)
{
  const guint32 process = thread != STRATA_NONE ? strata_trace_get_threads (self->trace, NULL)[thread].process : STRATA_NONE;

  if (process == STRATA_NONE)
    return NULL;

  g_autofree char *name = g_utf8_make_valid (strata_trace_get_string (self->trace, strata_trace_get_processes (self->trace, NULL)[process].name), -1);

  return *name == '\0' || g_str_equal (name, thread_name) ? NULL : g_steal_pointer (&name);
}

static char *
dup_thread (StrataEventList *self,
            const StrataRawLine *line,
            guint32 thread)
{
  g_autofree char *comm = dup_text (line->event.comm);
  const char *name = comm;
  g_autofree char *valid = NULL;

  if (thread != STRATA_NONE)
    {
      valid = g_utf8_make_valid (strata_trace_get_string (self->trace, strata_trace_get_threads (self->trace, NULL)[thread].name), -1);
      if (*valid != '\0')
        name = valid;
    }

  g_autofree char *process = dup_process (self, thread, name);

  return process != NULL ? g_strdup_printf ("%s %u · %s", name, line->event.tid, process) : g_strdup_printf ("%s %u", name, line->event.tid);
}

static gboolean
fill_row (const StrataRawLine *line,
          gpointer user_data)
{
  const Making *making = user_data;
  StrataEventRow *row = making->row;
  char text[STRATA_UNITS_BYTES];

  row->line = dup_text (line->text);
  row->texts[STRATA_RAW_COLUMN_FILE] = g_strdup (strata_line_store_get_name (strata_trace_get_line_store (making->list->trace, line->place.file)));
  row->texts[STRATA_RAW_COLUMN_LINE] = g_strdup_printf ("%" G_GUINT64_FORMAT, line->line);

  if (!line->is_event)
    {
      row->texts[STRATA_RAW_COLUMN_DETAILS] = g_strdup (row->line);
      return TRUE;
    }

  row->time_ns = line->time_ns;
  row->thread = strata_thread_index_find (making->list->threads, line->device, line->event.tid, line->time_ns);
  row->texts[STRATA_RAW_COLUMN_TIME] = g_strdup (strata_units_offset (strata_time_add (line->time_ns, -strata_trace_get_span (making->list->trace).begin_ns), strata_span_get_step_ns (strata_trace_get_span (making->list->trace)), text));
  if (line->event.cpu != STRATA_NONE)
    row->texts[STRATA_RAW_COLUMN_CPU] = g_strdup_printf ("%u", line->event.cpu % STRATA_DEVICE_CPUS);
  row->texts[STRATA_RAW_COLUMN_THREAD] = dup_thread (making->list, line, row->thread);
  row->texts[STRATA_RAW_COLUMN_EVENT] = dup_text (line->event.event);
  row->texts[STRATA_RAW_COLUMN_DETAILS] = dup_text (line->event.args);

  return TRUE;
}

static gpointer
strata_event_list_get_item (GListModel *model,
                            guint position)
{
  StrataEventList *self = STRATA_EVENT_LIST (model);

  if (position >= strata_event_list_get_n_items (model))
    return NULL;

  Making making = { self, g_object_new (STRATA_TYPE_EVENT_ROW, NULL) };

  strata_raw_read (self->trace, get_place (self, position), fill_row, &making);
  return making.row;
}

static void
strata_event_list_init_model (GListModelInterface *interface)
{
  interface->get_item_type = strata_event_list_get_item_type;
  interface->get_n_items = strata_event_list_get_n_items;
  interface->get_item = strata_event_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (StrataEventList, strata_event_list, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, strata_event_list_init_model))

static void
strata_event_list_finalize (GObject *object)
{
  StrataEventList *self = STRATA_EVENT_LIST (object);

  g_clear_pointer (&self->threads, strata_thread_index_free);
  g_clear_pointer (&self->places, g_array_unref);
  g_clear_object (&self->trace);

  G_OBJECT_CLASS (strata_event_list_parent_class)->finalize (object);
}

static void
strata_event_list_class_init (StrataEventListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = strata_event_list_finalize;
}

static void
strata_event_list_init (StrataEventList *self)
{
}

/**
 * strata_event_list_new:
 * @trace: a trace with its lines
 * @places: (nullable) (transfer none) (element-type StrataRawPlace): which lines, in their order, or %NULL for all
 *
 * Returns: (transfer full): the list
 */
StrataEventList *
strata_event_list_new (StrataTrace *trace,
                       GArray *places)
{
  StrataEventList *self = g_object_new (STRATA_TYPE_EVENT_LIST, NULL);

  self->trace = g_object_ref (trace);
  self->threads = strata_thread_index_new (trace);
  self->places = places != NULL ? g_array_ref (places) : NULL;

  return self;
}

/* A list does not change, so it is its own snapshot. */
typedef struct
{
  StrataEventList *list; /* owned */
  GtkBitset *positions;  /* owned; nullable: which of its rows, or all */
  StrataTable *table;    /* borrowed; nullable: what is written to */
} Picture;

static void
picture_free (gpointer data)
{
  Picture *picture = data;

  g_object_unref (picture->list);
  g_clear_pointer (&picture->positions, gtk_bitset_unref);
  g_free (picture);
}

static gboolean
write_line (const StrataRawLine *line,
            gpointer user_data)
{
  const Picture *picture = user_data;

  strata_raw_rows_write (picture->table, picture->list->trace, picture->list->threads, line);
  return TRUE;
}

static void
write_row (StrataTable *table,
           gpointer data,
           guint row)
{
  Picture *picture = data;

  const guint position = picture->positions != NULL ? gtk_bitset_get_nth (picture->positions, row) : row;

  picture->table = table;
  strata_raw_read (picture->list->trace, get_place (picture->list, position), write_line, picture);
}

/**
 * strata_event_list_new_rows:
 * @self: the list
 * @positions: (nullable): which rows are wanted, or %NULL for all
 *
 * Returns: (transfer full): what is listed as a table
 */
StrataTableRows *
strata_event_list_new_rows (StrataEventList *self,
                            const GtkBitset *positions)
{
  Picture *picture = g_new0 (Picture, 1);
  guint n_columns;
  const StrataTableColumn *columns = strata_raw_rows_get_columns (self->trace, &n_columns);

  picture->list = g_object_ref (self);
  picture->positions = positions != NULL ? gtk_bitset_copy (positions) : NULL;

  const guint n_rows = positions != NULL ? (guint) gtk_bitset_get_size (positions) : strata_event_list_get_n_items (G_LIST_MODEL (self));

  return strata_table_rows_new (_ ("Events"), columns, n_columns, n_rows, write_row, picture, picture_free);
}

/* More than anyone pastes; exporting the table has no limit. */
#define MOST_COPIED_LINES 100000

/**
 * strata_event_list_dup_lines:
 * @self: the list
 * @positions: which rows are wanted
 *
 * Gives lines as they appear in the file. Of very many only the first are given,
 * and a sentence says so.
 *
 * Returns: (transfer full): the lines, with line ends between them
 */
char *
strata_event_list_dup_lines (StrataEventList *self,
                             const GtkBitset *positions)
{
  const guint64 n_all = gtk_bitset_get_size (positions);
  const guint n_lines = (guint) MIN (n_all, MOST_COPIED_LINES);
  GString *lines = g_string_new (NULL);

  for (guint i = 0; i < n_lines; i++)
    {
      g_autofree char *line = strata_raw_dup_text (self->trace, get_place (self, gtk_bitset_get_nth (positions, i)));

      g_string_append_printf (lines, "%s%s", i > 0 ? "\n" : "", line);
    }

  if (n_all > n_lines)
    g_string_append_printf (lines, "\n%s", _ ("… and more lines than can be copied; export the table to get all of them"));

  return g_string_free (lines, FALSE);
}

static gboolean
is_before (StrataRawPlace a,
           StrataRawPlace b)
{
  return a.file != b.file ? a.file < b.file : a.row < b.row;
}

/* Lines of several files are in the order of time, those of each in its own. */
static guint
find_among_files (StrataEventList *self,
                  StrataRawPlace place)
{
  for (guint i = 0; i < self->places->len; i++)
    {
      const StrataRawPlace other = g_array_index (self->places, StrataRawPlace, i);

      if (other.file == place.file && other.row >= place.row)
        return i;
    }

  return STRATA_NONE;
}

/**
 * strata_event_list_find:
 * @self: the list
 * @place: of a line
 *
 * Returns: its position, or that of the line of its file that comes next; %STRATA_NONE if there is none
 */
guint
strata_event_list_find (StrataEventList *self,
                        StrataRawPlace place)
{
  const guint n_items = strata_event_list_get_n_items (G_LIST_MODEL (self));
  guint begin = 0;
  guint end = n_items;

  if (self->places != NULL && strata_trace_get_n_line_stores (self->trace) > 1)
    return find_among_files (self, place);

  STRATA_BISECT (begin, end, i, is_before (get_place (self, i), place));

  return begin < n_items ? begin : STRATA_NONE;
}
