/* strata-tree-changes.c - hidden names and the root of a call tree
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-tree-changes.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-method-name.h"
#include "strata-method-signature.h"

/* Everything is kept by name, so that it applies to the tree of another scope. The root is stored
 * as the names on the path to it. */
struct _StrataTreeChanges
{
  StrataCallTreeView view; /* strings belong to the arrays below, or are owned */
  GPtrArray *hidden;       /* (element-type utf8) owned: ends with NULL */
  GPtrArray *packages;     /* (element-type utf8) owned: ends with NULL */
  GPtrArray *root;         /* (element-type utf8) owned: from the outermost */
};

static GPtrArray *
new_strings (void)
{
  GPtrArray *strings = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (strings, NULL);
  return strings;
}

static void
add_string (GPtrArray *strings,
            const char *text)
{
  g_ptr_array_insert (strings, (gint) strings->len - 1, g_strdup (text));
}

StrataTreeChanges *
strata_tree_changes_new (void)
{
  StrataTreeChanges *self = g_new0 (StrataTreeChanges, 1);

  self->hidden = new_strings ();
  self->packages = new_strings ();
  self->root = g_ptr_array_new_with_free_func (g_free);

  return self;
}

void
strata_tree_changes_free (StrataTreeChanges *self)
{
  if (self == NULL)
    return;

  g_free (self->view.focus);
  g_free (self->view.filter);
  g_ptr_array_unref (self->hidden);
  g_ptr_array_unref (self->packages);
  g_ptr_array_unref (self->root);
  g_free (self);
}

/**
 * strata_tree_changes_get_view:
 * @self: changes
 *
 * Returns: (transfer none): the view of the tree; valid until the next change
 */
const StrataCallTreeView *
strata_tree_changes_get_view (StrataTreeChanges *self)
{
  self->view.hidden = (char **) self->hidden->pdata;
  self->view.hidden_packages = (char **) self->packages->pdata;

  return &self->view;
}

/**
 * strata_tree_changes_set_bottom_up:
 * @self: changes
 * @is_bottom_up: whether children are callers
 *
 * Inverts the tree. Clears the root, which does not exist in the inverted tree.
 */
void
strata_tree_changes_set_bottom_up (StrataTreeChanges *self,
                                   gboolean is_bottom_up)
{
  self->view.is_bottom_up = is_bottom_up;
  g_ptr_array_set_size (self->root, 0);
}

/**
 * strata_tree_changes_set_folded:
 * @self: changes
 * @folds_recursion: whether calls inside calls of the same name are merged into these
 *
 * Folds recursion or unfolds it.
 */
void
strata_tree_changes_set_folded (StrataTreeChanges *self,
                                gboolean folds_recursion)
{
  self->view.folds_recursion = folds_recursion;
}

/**
 * strata_tree_changes_set_filter:
 * @self: changes
 * @filter: text that names must contain
 *
 * Sets the filter.
 */
void
strata_tree_changes_set_filter (StrataTreeChanges *self,
                                const char *filter)
{
  g_free (self->view.filter);
  self->view.filter = *filter != '\0' ? g_strdup (filter) : NULL;
}

/**
 * strata_tree_changes_focus:
 * @self: changes
 * @name: a name
 *
 * Starts the tree at the calls of @name, whatever their callers.
 */
void
strata_tree_changes_focus (StrataTreeChanges *self,
                           const char *name)
{
  g_free (self->view.focus);
  self->view.focus = g_strdup (name);
  g_ptr_array_set_size (self->root, 0);
}

/* Hides @name; its time is added to its callers. */
void
strata_tree_changes_hide (StrataTreeChanges *self,
                          const char *name)
{
  add_string (self->hidden, name);
}

/**
 * strata_tree_changes_hide_package:
 * @self: changes
 * @name: a name
 *
 * Hides all methods of the package of @name; their time is added to their callers.
 *
 * Returns: %FALSE if @name is not a method of a package
 */
gboolean
strata_tree_changes_hide_package (StrataTreeChanges *self,
                                  const char *name)
{
  gsize n_bytes = strata_method_name_get_package_bytes (name);
  g_autofree char *package = g_strndup (name, n_bytes);

  if (n_bytes == 0)
    return FALSE;

  add_string (self->packages, package);
  return TRUE;
}

/**
 * strata_tree_changes_reset:
 * @self: changes
 *
 * Shows everything again: no root, no focus, nothing hidden. Direction, folding
 * and filter are not changed, as they have their own controls.
 */
void
strata_tree_changes_reset (StrataTreeChanges *self)
{
  g_clear_pointer (&self->view.focus, g_free);
  g_ptr_array_unref (self->hidden);
  g_ptr_array_unref (self->packages);
  self->hidden = new_strings ();
  self->packages = new_strings ();
  g_ptr_array_set_size (self->root, 0);
}

/**
 * strata_tree_changes_set_root:
 * @self: changes
 * @tree: a tree
 * @node: one of its nodes
 *
 * Makes @node the root.
 */
void
strata_tree_changes_set_root (StrataTreeChanges *self,
                              const StrataCallTree *tree,
                              guint32 node)
{
  StrataCallNode values;

  g_ptr_array_set_size (self->root, 0);
  for (; node != STRATA_CALL_TREE_ROOT; node = values.parent)
    {
      strata_call_tree_get_node (tree, node, &values);
      g_ptr_array_insert (self->root, 0, strata_call_tree_dup_name (tree, values.key));
    }
}

/**
 * strata_tree_changes_leave_root:
 * @self: changes
 *
 * Makes the node above the root the root.
 *
 * Returns: %FALSE if there is none
 */
gboolean
strata_tree_changes_leave_root (StrataTreeChanges *self)
{
  if (self->root->len == 0)
    return FALSE;

  g_ptr_array_set_size (self->root, (gint) self->root->len - 1);
  return TRUE;
}

static guint32
find_child_by_name (const StrataCallTree *tree,
                    guint32 node,
                    const char *name)
{
  StrataCallNode values;

  strata_call_tree_get_node (tree, node, &values);
  for (guint32 i = 0; i < values.n_children; i++)
    {
      StrataCallNode child;

      strata_call_tree_get_node (tree, values.first_child + i, &child);

      g_autofree char *child_name = strata_call_tree_dup_name (tree, child.key);

      if (strcmp (child_name, name) == 0)
        return values.first_child + i;
    }

  return STRATA_NONE;
}

/**
 * strata_tree_changes_find_root:
 * @self: changes
 * @tree: a tree
 *
 * Returns: the chosen root, or the nearest node on its path that @tree has
 */
guint32
strata_tree_changes_find_root (StrataTreeChanges *self,
                               const StrataCallTree *tree)
{
  guint32 node = STRATA_CALL_TREE_ROOT;

  for (guint i = 0; i < self->root->len; i++)
    {
      guint32 child = find_child_by_name (tree, node, g_ptr_array_index (self->root, i));

      if (child == STRATA_NONE)
        break;

      node = child;
    }

  return node;
}

static char *
dup_readable (const char *name)
{
  return *name != '\0' ? strata_method_signature_dup (name, STRATA_SIGNATURE_QUALIFIED) : g_strdup (_ ("(empty name)"));
}

static void
append_list (GString *text,
             GPtrArray *names)
{
  for (guint i = 0; i + 1 < names->len; i++)
    {
      g_autofree char *readable = dup_readable (g_ptr_array_index (names, i));

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", readable);
    }
}

static void
append_part (GString *text,
             const char *format,
             const char *what)
{
  if (text->len > 0)
    g_string_append (text, " · ");

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_string_append_printf (text, format, what);
#pragma GCC diagnostic pop
}

/**
 * strata_tree_changes_dup_text:
 * @self: changes
 *
 * Returns: (transfer full): what is hidden, for the user; empty if nothing is
 */
char *
strata_tree_changes_dup_text (StrataTreeChanges *self)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GString) hidden = g_string_new (NULL);
  g_autoptr (GString) packages = g_string_new (NULL);

  append_list (hidden, self->hidden);
  append_list (packages, self->packages);

  if (self->view.focus != NULL)
    {
      g_autofree char *readable = dup_readable (self->view.focus);

      append_part (text, _ ("Only inside %s"), readable);
    }

  if (self->root->len > 0)
    {
      g_autofree char *readable = dup_readable (g_ptr_array_index (self->root, self->root->len - 1));

      append_part (text, _ ("Below %s"), readable);
    }

  if (hidden->len > 0)
    append_part (text, _ ("Without %s"), hidden->str);
  if (packages->len > 0)
    append_part (text, _ ("Without the packages %s"), packages->str);

  return g_string_free (text, FALSE);
}
