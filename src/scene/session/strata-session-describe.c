/* strata-session-describe.c - describes items
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session.h"

#include <glib/gi18n-lib.h>

#include "strata-facts-private.h"
#include "strata-item-class.h"
#include "strata-method-signature.h"
#include "strata-short-text.h"
#include "strata-units.h"

/* A line per fact; the first line is the name. The same text is shown at the pointer and read out
 * by screen readers. */

void
strata_facts_add_name (StrataFacts *facts,
                       StrataTrace *trace,
                       const char *field,
                       guint32 id)
{
  const char *raw = strata_trace_get_string (trace, id);
  g_autofree char *name = strata_method_signature_dup (raw, STRATA_SIGNATURE_QUALIFIED);
  g_autofree char *text = g_utf8_make_valid (name, -1);

  strata_facts_add (facts, "%s", *text != '\0' ? text : _ ("(no name)"));
  strata_facts_set_search (facts, strata_facts_dup_search (field, raw));
}

/* @field is the search field, if there is one. */
void
strata_facts_add_text (StrataFacts *facts,
                       const char *label,
                       const char *field,
                       const char *raw)
{
  g_autofree char *text = g_utf8_make_valid (raw, -1);

  if (*text == '\0')
    return;

  strata_facts_add (facts, "%s: %s", label, text);
  if (field != NULL)
    strata_facts_set_search (facts, strata_facts_dup_search (field, raw));
}

void
strata_facts_add_string (StrataFacts *facts,
                         StrataTrace *trace,
                         const char *label,
                         const char *field,
                         guint32 id)
{
  strata_facts_add_text (facts, label, field, strata_trace_get_string (trace, id));
}

void
strata_facts_add_folded (StrataFacts *facts,
                         StrataItem item)
{
  char text[STRATA_UNITS_BYTES];

  if (item.n_folded > 1)
    strata_facts_add (facts, ngettext ("%s item here; showing the longest", "%s items here; showing the longest", item.n_folded),
                      strata_units_count (item.n_folded, text));
}

/* Adds text without a search. */
void
strata_facts_take_text (StrataFacts *facts,
                        char *text)
{
  g_string_append (facts->text, text);
  g_free (text);
}

void
strata_session_collect_facts (StrataSession *self,
                              StrataFacts *facts,
                              StrataItem item)
{
  const StrataItemClass *class = strata_item_get_class (item);

  if (class != NULL)
    class->describe (self, facts, item);
}

/**
 * strata_session_describe_item:
 * @self: the session
 * @item: an item
 *
 * Describes an item, a line per fact: for the readout at the pointer
 * and for screen readers.
 *
 * Returns: (nullable) (transfer full): the text, or %NULL for no item
 */
char *
strata_session_describe_item (StrataSession *self,
                              StrataItem item)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  if (item.kind == STRATA_ITEM_NONE)
    return NULL;

  StrataFacts facts = { g_string_new (NULL), g_ptr_array_new_with_free_func (g_free), TRUE };

  strata_session_collect_facts (self, &facts, item);
  g_ptr_array_unref (facts.searches);
  return strata_short_text_cut (g_string_free (facts.text, FALSE));
}
