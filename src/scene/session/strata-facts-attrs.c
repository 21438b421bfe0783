/* strata-facts-attrs.c - attributes of slices and instants
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "strata-facts-private.h"
#include "strata-kernel-args.h"

/* Further arguments are only counted. */
#define MAX_ARGS 32

static gboolean
get_next (const char **cursor,
          gboolean is_of_kernel,
          StrataArg *arg)
{
  return is_of_kernel ? strata_kernel_args_next (cursor, arg) : strata_args_next (cursor, arg);
}

static gboolean
has_key (const StrataArg *arg)
{
  return arg->key != NULL && arg->n_key_bytes > 0;
}

/* Whether all arguments get a line. */
static gboolean
are_all_listed (const char *text,
                gboolean is_of_kernel)
{
  StrataArg arg;
  guint n_args = 0;

  while (get_next (&text, is_of_kernel, &arg))
    if (!has_key (&arg) || ++n_args > MAX_ARGS)
      return FALSE;

  return n_args > 0;
}

/* Adds the arguments one by one, below the text that contains them if that contains more. */
static void
add_args (StrataFacts *facts,
          StrataTrace *trace,
          guint32 args,
          gboolean is_of_kernel)
{
  g_autofree char *text = strata_attr_table_dup_args (strata_trace_get_attrs (trace), args);
  const char *cursor = text;
  StrataArg arg;
  guint n_args = 0;

  if (!facts->has_args || !are_all_listed (text, is_of_kernel))
    strata_facts_add_text (facts, _ ("Arguments"), "arg", text);

  while (facts->has_args && get_next (&cursor, is_of_kernel, &arg))
    {
      if (!has_key (&arg) || ++n_args > MAX_ARGS)
        continue;

      strata_facts_add (facts, "%.*s: %.*s", (int) arg.n_key_bytes, arg.key, (int) arg.n_value_bytes, arg.value);
    }

  if (n_args > MAX_ARGS)
    strata_facts_add (facts, g_dngettext (GETTEXT_PACKAGE, "and %u more argument", "and %u more arguments", n_args - MAX_ARGS), n_args - MAX_ARGS);
}

static const char *
get_side_text (guint32 side)
{
  return side == 'C' ? _ ("client") : _ ("server");
}

/* A search for items with all tags: `tag="ohos" tag="app"`. */
static char *
dup_tags_search (const char *tags)
{
  g_auto (GStrv) names = g_strsplit (tags, ",", -1);
  g_autoptr (GString) search = g_string_new (NULL);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *one = strata_facts_dup_search ("tag", names[i]);

      g_string_append_printf (search, "%s%s", i > 0 ? " " : "", one != NULL ? one : "");
    }

  return g_strdup (search->str);
}

void
strata_facts_add_attrs (StrataFacts *facts,
                        StrataTrace *trace,
                        guint32 id,
                        gboolean is_of_kernel)
{
  const StrataAttrs attrs = strata_attr_table_get (strata_trace_get_attrs (trace), id);

  if (id == STRATA_ATTRS_NONE)
    return;

  if (attrs.level != 0)
    {
      strata_facts_add (facts, _ ("Level: %s"), strata_level_get_name (attrs.level));
      strata_facts_set_search (facts, strata_facts_dup_search ("level", strata_level_get_name (attrs.level)));
    }
  if (attrs.tags != 0)
    {
      g_autofree char *tags = strata_tags_to_string (attrs.tags);

      strata_facts_add (facts, _ ("Tags: %s"), tags);
      strata_facts_set_search (facts, dup_tags_search (tags));
    }

  strata_facts_add_string (facts, trace, _ ("Category"), "category", attrs.category);
  strata_facts_add_string (facts, trace, _ ("Chain"), "chain", attrs.chain);
  if (attrs.side != 0)
    strata_facts_add (facts, _ ("Side: %s"), get_side_text (attrs.side));
  add_args (facts, trace, attrs.args, is_of_kernel);
  strata_facts_add_string (facts, trace, _ ("More"), "arg", attrs.extra);
}
