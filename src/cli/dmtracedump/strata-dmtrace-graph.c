/* strata-dmtrace-graph.c - dmtracedump -g: draws the call graph
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <unistd.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "strata-dmtrace.h"

/* Nodes and edges are in the order of a walk from the top level, which visits each method once. Of
 * a method's edges, the one seen last comes first. */
typedef struct
{
  const StrataMethodSums *sums; /* borrowed */
  int min_percent;
  GString *text;        /* owned */
  gboolean *is_visited; /* (array) owned: by method */
} Graph;

static int
compare_seen (gconstpointer a,
              gconstpointer b)
{
  const guint64 left = (*(const StrataMethodEdge *const *) a)->seen;
  const guint64 right = (*(const StrataMethodEdge *const *) b)->seen;

  return (left < right) - (left > right);
}

/* Leaves out recursive calls, those that take too small a share, and those with a negative time
 * because a clock stepped back. */
static gboolean
is_drawn (const Graph *self,
          const StrataMethodEdge *edge)
{
  const double whole_us = (double) self->sums->methods[edge->caller].inclusive_us;
  const double part_us = (double) (gint64) self->sums->methods[edge->callee].inclusive_us;

  return !edge->is_recursive && whole_us > 0 && 100.0 * part_us / whole_us >= self->min_percent;
}

/* Returns: (element-type StrataMethodEdge): in the order of the graph. */
static GPtrArray *
list_edges (const Graph *self,
            guint32 method)
{
  const StrataMethodEdges children = strata_method_sums_get_children (self->sums, method);
  GPtrArray *edges = g_ptr_array_new ();

  for (guint32 i = 0; i < children.n; i++)
    if (is_drawn (self, &children.edges[i]))
      g_ptr_array_add (edges, (gpointer) &children.edges[i]);

  g_ptr_array_sort (edges, compare_seen);

  return edges;
}

/* A method whose edges are being visited. */
typedef struct
{
  GPtrArray *edges; /* owned */
  guint next;
} Stop;

static void
write_node (Graph *self,
            guint32 index)
{
  const StrataMethodSum *method = &self->sums->methods[index];

  g_string_append_printf (self->text, "node%u[label = \"[%u] %s.%s (%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT ")\"]\n",
                          method->rank, method->rank, method->class_name, method->name != NULL ? method->name : "(null)",
                          method->inclusive_us / 1000, method->exclusive_us / 1000, method->n_calls);
}

static void
visit (Graph *self,
       GArray *stops,
       guint32 method,
       gboolean writes_nodes)
{
  const Stop stop = { list_edges (self, method), 0 };

  self->is_visited[method] = TRUE;
  if (writes_nodes)
    write_node (self, method);
  g_array_append_val (stops, stop);
}

/* Moves to the next method. Returns FALSE if the topmost stop has no more. */
static gboolean
advance (Graph *self,
         GArray *stops,
         gboolean writes_nodes)
{
  Stop *stop = &g_array_index (stops, Stop, stops->len - 1);
  const StrataMethodEdge *edge;

  if (stop->next == stop->edges->len)
    return FALSE;

  edge = g_ptr_array_index (stop->edges, stop->next++);
  if (!writes_nodes)
    g_string_append_printf (self->text, "node%u -> node%u\n", self->sums->methods[edge->caller].rank, self->sums->methods[edge->callee].rank);
  if (!self->is_visited[edge->callee])
    visit (self, stops, edge->callee, writes_nodes);

  return TRUE;
}

/* Iterative, since calls may be nested deeper than the C stack allows. */
static void
walk (Graph *self,
      gboolean writes_nodes)
{
  g_autoptr (GArray) stops = g_array_new (FALSE, FALSE, sizeof (Stop));

  memset (self->is_visited, 0, self->sums->n_methods * sizeof *self->is_visited);
  visit (self, stops, STRATA_METHOD_TOP, writes_nodes);
  while (stops->len > 0)
    {
      if (advance (self, stops, writes_nodes))
        continue;

      g_ptr_array_unref (g_array_index (stops, Stop, stops->len - 1).edges);
      g_array_set_size (stops, stops->len - 1);
    }
}

/**
 * strata_dmtrace_dup_graph:
 * @sums: the totals
 * @min_percent: the least share of its caller's time for a method to be drawn
 *
 * Returns: (transfer full): the graph, in the language of Graphviz
 */
char *
strata_dmtrace_dup_graph (const StrataMethodSums *sums,
                          int min_percent)
{
  g_autofree gboolean *is_visited = g_new0 (gboolean, sums->n_methods);
  Graph self = { sums, min_percent, g_string_new ("digraph g {\nnode [shape = record,height=.1];\n"), is_visited };

  walk (&self, TRUE);
  walk (&self, FALSE);
  g_string_append (self.text, "}");

  return g_string_free (self.text, FALSE);
}

static gboolean
run_dot (const char *text_path,
         const char *path,
         GError **error)
{
  g_autofree char *dot = g_find_program_in_path ("dot");
  const char *arguments[] = { dot, "-Tpng", "-o", path, text_path, NULL };
  int status;

  if (dot == NULL)
    {
      g_set_error_literal (error, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT, _ ("cannot draw the graph without the program “dot”; install graphviz (apt install graphviz)"));
      return FALSE;
    }

  /* messages of dot go to our own stderr */
  return g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_CHILD_INHERITS_STDIN, NULL, NULL, NULL, NULL, &status, error);
}

static char *
dup_text_path (const char *path,
               gboolean keeps_text,
               GError **error)
{
  g_autofree char *name = NULL;
  int fd;

  if (keeps_text)
    return g_strconcat (path, ".dot", NULL);

  fd = g_file_open_tmp ("strata-XXXXXX.dot", &name, error);
  if (fd < 0)
    return NULL;

  close (fd);

  return g_steal_pointer (&name);
}

/**
 * strata_dmtrace_draw_graph:
 * @graph: a graph from strata_dmtrace_dup_graph()
 * @path: the picture to write, a PNG
 * @keeps_text: whether to keep @graph beside it
 * @error: return location for an error
 *
 * Draws a graph with Graphviz, which reports its own errors on stderr.
 *
 * Returns: %FALSE if Graphviz could not be run or the text could not be written
 */
gboolean
strata_dmtrace_draw_graph (const char *graph,
                           const char *path,
                           gboolean keeps_text,
                           GError **error)
{
  g_autofree char *text_path = dup_text_path (path, keeps_text, error);
  gboolean is_done;

  if (text_path == NULL)
    return FALSE;

  is_done = g_file_set_contents (text_path, graph, -1, error) && run_dot (text_path, path, error);
  if (!keeps_text)
    g_unlink (text_path);

  return is_done;
}
