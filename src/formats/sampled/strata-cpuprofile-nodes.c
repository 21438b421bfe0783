/* strata-cpuprofile-nodes.c - the call tree of a CPU profile of V8 or ArkTS
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-cpuprofile-nodes.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-args-text.h"
#include "strata-pair-key.h"

/* Each node has an id, and names either its parent or its children, which may come before or
 * after it. So both kinds of links are kept by id until all nodes are read.
 * Format: the Profiler domain of the DevTools protocol, "ProfileNode". */
struct _StrataCpuprofileNodes
{
  StrataTraceBuilder *builder; /* borrowed */
  GArray *nodes;               /* (element-type StrataStackNode) owned */
  GHashTable *index_by_id;     /* owned: gint64 id -> index + 1 */
  GArray *edges;               /* (element-type Edge) owned */
  guint64 n_odd;               /* duplicate ids, second callers and cycles */
  gint64 first_odd_id;
  guint32 root; /* string ids of the names of pseudo nodes */
  guint32 idle;
};

/* A child or a parent; the other end is given by index. */
typedef struct
{
  gint64 id;
  guint32 node;
  gboolean is_parent; /* whether the id is the parent's */
} Edge;

/* A function, as far as it has been read. */
typedef struct
{
  gint64 id;
  char *name; /* owned; nullable */
  char *url;  /* owned; nullable */
  gint64 line;
  gint64 column;
} Function;

static void
function_clear (Function *self)
{
  g_free (self->name);
  g_free (self->url);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Function, function_clear)

static guint32
intern (StrataCpuprofileNodes *self,
        const char *text)
{
  return strata_string_pool_intern (strata_trace_builder_get_strings (self->builder), text, strlen (text));
}

/**
 * strata_cpuprofile_nodes_new:
 * @builder: where strings go
 *
 * Returns: (transfer full): an empty tree
 */
StrataCpuprofileNodes *
strata_cpuprofile_nodes_new (StrataTraceBuilder *builder)
{
  StrataCpuprofileNodes *self = g_new (StrataCpuprofileNodes, 1);

  self->builder = builder;
  self->nodes = g_array_new (FALSE, FALSE, sizeof (StrataStackNode));
  self->index_by_id = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL);
  self->edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  self->n_odd = 0;
  self->root = intern (self, "(root)");
  self->idle = intern (self, "(idle)");

  return self;
}

void
strata_cpuprofile_nodes_free (StrataCpuprofileNodes *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->nodes);
  g_array_unref (self->edges);
  g_hash_table_unref (self->index_by_id);
  g_free (self);
}

static gboolean
read_call_frame (StrataJsonReader *json,
                 Function *function,
                 GError **error)
{
  while (strata_json_reader_next (json, error))
    {
      if (json->token != STRATA_JSON_KEY)
        return TRUE;

      char **text = NULL;
      gint64 *number = NULL;

      if (g_str_equal (json->text->str, "functionName"))
        text = &function->name;
      else if (g_str_equal (json->text->str, "url"))
        text = &function->url;
      else if (g_str_equal (json->text->str, "lineNumber"))
        number = &function->line;
      else if (g_str_equal (json->text->str, "columnNumber"))
        number = &function->column;

      if (!strata_json_reader_skip (json, error))
        return FALSE;
      if (text != NULL && json->token == STRATA_JSON_STRING)
        {
          g_free (*text);
          *text = g_strdup (json->text->str);
        }
      if (number != NULL && json->token == STRATA_JSON_NUMBER)
        *number = json->number;
    }

  return FALSE;
}

static gboolean
read_children (StrataCpuprofileNodes *self,
               StrataJsonReader *json,
               GError **error)
{
  const guint32 node = self->nodes->len;

  while (strata_json_reader_next (json, error))
    {
      if (json->token == STRATA_JSON_CLOSE || json->token == STRATA_JSON_END)
        return TRUE;
      if (json->token == STRATA_JSON_NUMBER)
        g_array_append_val (self->edges, ((Edge){ json->number, node, FALSE }));
    }

  return FALSE;
}

/* A function without a name is named by its place. V8 counts lines from 0. */
static guint32
intern_name (StrataCpuprofileNodes *self,
             const Function *function)
{
  g_autofree char *file = function->url != NULL && *function->url != '\0' ? g_path_get_basename (function->url) : NULL;
  g_autofree char *name = NULL;

  if (function->name != NULL && *function->name != '\0')
    return intern (self, function->name);

  name = file != NULL && function->line >= 0 && function->line < G_MAXINT64
             ? g_strdup_printf ("(anonymous %s:%" G_GINT64_FORMAT ")", file, function->line + 1)
             : g_strdup ("(anonymous)");

  return intern (self, name);
}

static guint32
intern_place (StrataCpuprofileNodes *self,
              const Function *function)
{
  g_autoptr (GString) place = g_string_new ("url=");

  if (function->url == NULL || *function->url == '\0')
    return STRATA_ATTRS_NONE;

  strata_args_put_text (place, function->url);
  if (function->line >= 0 && function->line < G_MAXINT64)
    g_string_append_printf (place, ",line=%" G_GINT64_FORMAT ",column=%" G_GINT64_FORMAT, function->line + 1, function->column < G_MAXINT64 ? function->column + 1 : 0);

  return strata_attr_table_intern_only_args (strata_trace_builder_get_attrs (self->builder), place->str, place->len);
}

static void
count_odd (StrataCpuprofileNodes *self,
           gint64 id)
{
  if (self->n_odd++ == 0)
    self->first_odd_id = id;
}

/* If an id comes twice, the first node counts. */
static void
add_node (StrataCpuprofileNodes *self,
          const Function *function)
{
  StrataStackNode node = { STRATA_NONE, intern_name (self, function), intern_place (self, function), STRATA_NONE, STRATA_NONE };
  const guint32 index = self->nodes->len;

  if (node.name == self->root)
    node.name = STRATA_NONE;

  g_array_append_val (self->nodes, node);
  if (!g_hash_table_contains (self->index_by_id, &function->id))
    g_hash_table_insert (self->index_by_id, g_memdup2 (&function->id, sizeof function->id), GUINT_TO_POINTER (index + 1));
  else
    count_odd (self, function->id);
}

/* Returns: %FALSE on an error. */
static gboolean
read_member (StrataCpuprofileNodes *self,
             StrataJsonReader *json,
             Function *function,
             GError **error)
{
  enum
  {
    OTHER,
    ID,
    PARENT,
    CHILDREN,
    CALL_FRAME
  } key = OTHER;

  if (g_str_equal (json->text->str, "id"))
    key = ID;
  else if (g_str_equal (json->text->str, "parent"))
    key = PARENT;
  else if (g_str_equal (json->text->str, "children"))
    key = CHILDREN;
  else if (g_str_equal (json->text->str, "callFrame"))
    key = CALL_FRAME;

  if (key == OTHER)
    return strata_json_reader_skip (json, error);
  if (!strata_json_reader_next (json, error))
    return FALSE;

  if (json->token == STRATA_JSON_ARRAY)
    return read_children (self, json, error);
  if (json->token == STRATA_JSON_OBJECT)
    return read_call_frame (json, function, error);
  if (json->token == STRATA_JSON_NUMBER && key == ID)
    function->id = json->number;
  if (json->token == STRATA_JSON_NUMBER && key == PARENT)
    g_array_append_val (self->edges, ((Edge){ json->number, self->nodes->len, TRUE }));

  return TRUE;
}

static gboolean
read_node (StrataCpuprofileNodes *self,
           StrataJsonReader *json,
           GError **error)
{
  g_auto (Function) function = { G_MININT64, NULL, NULL, -1, -1 };

  while (strata_json_reader_next (json, error))
    {
      if (json->token != STRATA_JSON_KEY)
        {
          add_node (self, &function);
          return TRUE;
        }
      if (!read_member (self, json, &function, error))
        return FALSE;
    }

  return FALSE;
}

/**
 * strata_cpuprofile_nodes_read:
 * @self: a tree
 * @json: a reader within an array of nodes
 * @error: return location for an error
 *
 * Reads nodes to the end of the array or of the input.
 *
 * Returns: %FALSE if the input is not JSON, or reading failed or was cancelled
 */
gboolean
strata_cpuprofile_nodes_read (StrataCpuprofileNodes *self,
                              StrataJsonReader *json,
                              GError **error)
{
  while (strata_json_reader_next (json, error))
    {
      if (json->token == STRATA_JSON_CLOSE || json->token == STRATA_JSON_END)
        return TRUE;
      if (json->token == STRATA_JSON_OBJECT)
        {
          if (!read_node (self, json, error))
            return FALSE;
        }
      else if (json->token == STRATA_JSON_ARRAY && !read_children (self, json, error))
        return FALSE;
    }

  return FALSE;
}

/**
 * strata_cpuprofile_nodes_append:
 * @self: a tree
 * @other: another part of it
 *
 * Adds the nodes of the part, which may refer to nodes of @self and of parts that follow.
 */
void
strata_cpuprofile_nodes_append (StrataCpuprofileNodes *self,
                                const StrataCpuprofileNodes *other)
{
  const guint32 first = self->nodes->len;
  GHashTableIter iter;
  gpointer id;
  gpointer index;

  g_array_append_vals (self->nodes, other->nodes->data, other->nodes->len);
  for (guint i = 0; i < other->edges->len; i++)
    {
      Edge edge = g_array_index (other->edges, Edge, i);

      edge.node += first;
      g_array_append_val (self->edges, edge);
    }

  g_hash_table_iter_init (&iter, other->index_by_id);
  while (g_hash_table_iter_next (&iter, &id, &index))
    if (!g_hash_table_contains (self->index_by_id, id))
      g_hash_table_insert (self->index_by_id, g_memdup2 (id, sizeof (gint64)), GUINT_TO_POINTER (GPOINTER_TO_UINT (index) + first));
    else
      count_odd (self, *(const gint64 *) id);

  for (guint64 i = 0; i < other->n_odd; i++)
    count_odd (self, other->first_odd_id);
}

/* If a child has several parents, the last one counts. */
static void
set_parent (StrataCpuprofileNodes *self,
            guint32 child,
            guint32 parent,
            gint64 id)
{
  StrataStackNode *node = &g_array_index (self->nodes, StrataStackNode, child);

  if (node->parent != STRATA_NONE && node->parent != parent)
    count_odd (self, id);

  node->parent = parent;
}

static void
link_parents (StrataCpuprofileNodes *self)
{
  for (guint i = 0; i < self->edges->len; i++)
    {
      const Edge *edge = &g_array_index (self->edges, Edge, i);
      const guint32 other = strata_cpuprofile_nodes_find (self, edge->id);
      const guint32 child = edge->is_parent ? edge->node : other;
      const guint32 parent = edge->is_parent ? other : edge->node;

      if (child < self->nodes->len && child == parent)
        count_odd (self, edge->id);
      else if (child < self->nodes->len && parent < self->nodes->len)
        set_parent (self, child, parent, edge->id);
    }
}

/* Finds the depth of each node once: walks up to a node with a known depth, and back down, where invisible callers
 * are left out, as are calls that are too deep. Cycles are cut where they are met. */
#define DEPTH_ON_WAY (STRATA_NONE - 1)

static gboolean
find_depth (StrataStackNode *nodes,
            guint32 node,
            GArray *way)
{
  guint32 depth = 0;
  guint32 above = node;
  gboolean is_cycle = FALSE;

  g_array_set_size (way, 0);
  while (above != STRATA_NONE && nodes[above].depth == STRATA_NONE)
    {
      nodes[above].depth = DEPTH_ON_WAY;
      g_array_append_val (way, above);
      above = nodes[above].parent;
    }

  if (above != STRATA_NONE && nodes[above].depth == DEPTH_ON_WAY)
    {
      nodes[g_array_index (way, guint32, way->len - 1)].parent = STRATA_NONE;
      is_cycle = TRUE;
    }
  else if (above != STRATA_NONE)
    depth = nodes[above].depth + (nodes[above].name != STRATA_NONE);

  for (guint i = way->len; i-- > 0;)
    {
      StrataStackNode *next = &nodes[g_array_index (way, guint32, i)];

      if (depth >= STRATA_STACK_MOST_DEPTH)
        next->name = STRATA_NONE;
      if (next->parent != STRATA_NONE && nodes[next->parent].name == STRATA_NONE)
        next->parent = nodes[next->parent].parent;

      next->depth = depth;
      next->outer = depth < STRATA_STACK_OUTER_DEPTH ? g_array_index (way, guint32, i) : nodes[next->parent].outer;
      depth += next->name != STRATA_NONE;
    }

  return is_cycle;
}

static gint64
find_id (const StrataCpuprofileNodes *self,
         guint32 node)
{
  GHashTableIter iter;
  gpointer id;
  gpointer index;

  g_hash_table_iter_init (&iter, self->index_by_id);
  while (g_hash_table_iter_next (&iter, &id, &index))
    if (GPOINTER_TO_UINT (index) == node + 1)
      return *(const gint64 *) id;

  return -1;
}

/* Reports all defects of the tree as one warning; the rest of the tree is used. */
static void
report_odd (const StrataCpuprofileNodes *self)
{
  const StrataPlace place = { 0, -1, STRATA_NO_TIME };
  g_autofree char *text = NULL;

  if (self->n_odd == 0)
    return;

  text = g_strdup_printf (_ ("node %" PRId64 " of the call tree: its id is not unique, it has two callers, or it calls itself"), self->first_odd_id);
  strata_diagnostics_add_many (strata_trace_builder_get_diagnostics (self->builder), STRATA_DIAGNOSTIC_DAMAGED_DATA, self->n_odd, place, text, -1);
}

/**
 * strata_cpuprofile_nodes_link:
 * @self: a tree that has been read to its end
 * @n_nodes: (out): how many nodes it has
 *
 * Joins nodes with their parents.
 *
 * Returns: (transfer none) (array length=n_nodes): the nodes
 */
const StrataStackNode *
strata_cpuprofile_nodes_link (StrataCpuprofileNodes *self,
                              guint32 *n_nodes)
{
  StrataStackNode *nodes = (StrataStackNode *) (gpointer) self->nodes->data;
  g_autoptr (GArray) way = g_array_new (FALSE, FALSE, sizeof (guint32));

  link_parents (self);
  for (guint32 i = 0; i < self->nodes->len; i++)
    if (find_depth (nodes, i, way))
      count_odd (self, self->n_odd == 0 ? find_id (self, i) : 0);

  report_odd (self);
  *n_nodes = self->nodes->len;
  return nodes;
}

/* Returns its index, or STRATA_NONE if there is none. */
guint32
strata_cpuprofile_nodes_find (StrataCpuprofileNodes *self,
                              gint64 id)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->index_by_id, &id)) - 1;
}

/* Whether it means that nothing was running. */
gboolean
strata_cpuprofile_nodes_is_idle (StrataCpuprofileNodes *self,
                                 guint32 node)
{
  return g_array_index (self->nodes, StrataStackNode, node).name == self->idle;
}
