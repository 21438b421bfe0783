/* strata-dmtrace-groups.c - dmtracedump: exclusive time by class and by name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-dmtrace.h"

#define GROUP_LINE "---------------------------------------------\n"
#define DIVISION "<div class=\"link\" onClick=\"javascript:toggle('%c%u')\" onMouseOver=\"javascript:onMouseOver(this)\" onMouseOut=\"javascript:onMouseOut(this)\"><span class=\"parent\" id=\"x%c%u\">+</span>"

/* Methods with the same class, or the same name. */
typedef struct
{
  const StrataMethodSum *first; /* borrowed: the one with the longest time */
  guint32 begin;                /* in the methods of Groups */
  guint32 n;
  guint64 exclusive_us;
  guint64 n_calls;
  guint64 n_recursive;
} Group;

typedef struct
{
  GPtrArray *methods; /* (element-type StrataMethodSum) owned: borrowed ones, group by group */
  GArray *groups;     /* (element-type Group) owned */
  gboolean is_by_class;
} Groups;

static const char *
get_key (const StrataMethodSum *method,
         gboolean is_by_class)
{
  return is_by_class ? method->class_name : method->name;
}

static int
compare_by_time (gconstpointer a,
                 gconstpointer b)
{
  const StrataMethodSum *left = *(const StrataMethodSum *const *) a;
  const StrataMethodSum *right = *(const StrataMethodSum *const *) b;

  if (left->exclusive_us != right->exclusive_us)
    return left->exclusive_us < right->exclusive_us ? 1 : -1;

  return strata_method_sum_compare_names (left, right);
}

/* Sorts by group, longest time first within each. */
static int
compare_by_key (gconstpointer a,
                gconstpointer b,
                gpointer groups)
{
  const StrataMethodSum *left = *(const StrataMethodSum *const *) a;
  const StrataMethodSum *right = *(const StrataMethodSum *const *) b;
  const gboolean is_by_class = ((const Groups *) groups)->is_by_class;
  const int by_key = strcmp (get_key (left, is_by_class), get_key (right, is_by_class));

  return by_key != 0 ? by_key : compare_by_time (a, b);
}

static int
compare_groups (gconstpointer a,
                gconstpointer b)
{
  const Group *left = a;
  const Group *right = b;

  if (left->exclusive_us != right->exclusive_us)
    return left->exclusive_us < right->exclusive_us ? 1 : -1;

  const int by_class = strcmp (left->first->class_name, right->first->class_name);

  return by_class != 0 ? by_class : (left->first->id > right->first->id) - (left->first->id < right->first->id);
}

/* Methods without a name do not belong to a class either. */
static void
collect_methods (Groups *self,
                 const StrataMethodSums *sums)
{
  for (guint32 i = 0; i < sums->n_methods; i++)
    if (sums->methods[i].name != NULL)
      g_ptr_array_add (self->methods, &sums->methods[i]);

  g_ptr_array_sort_with_data (self->methods, compare_by_key, self);
}

static void
collect_groups (Groups *self)
{
  for (guint i = 0; i < self->methods->len; i++)
    {
      const StrataMethodSum *method = g_ptr_array_index (self->methods, i);
      Group *group = self->groups->len > 0 ? &g_array_index (self->groups, Group, self->groups->len - 1) : NULL;

      if (group == NULL || strcmp (get_key (group->first, self->is_by_class), get_key (method, self->is_by_class)) != 0)
        {
          const Group added = { .first = method, .begin = i };

          g_array_append_val (self->groups, added);
          group = &g_array_index (self->groups, Group, self->groups->len - 1);
        }

      group->n++;
      group->exclusive_us += method->exclusive_us;
      group->n_calls += method->n_calls;
      group->n_recursive += method->n_recursive;
    }

  g_array_sort (self->groups, compare_groups);
}

/* The part of a line that groups and their methods share. */
static void
write_numbers (StrataDmtracePage *page,
               const char *gap,
               guint64 part_us,
               double sum_us,
               guint64 whole_us)
{
  strata_dmtrace_page_percent (page, 7, 1, (double) part_us, (double) whole_us);
  strata_output_text (page->output, gap);
  strata_dmtrace_page_percent (page, 7, 1, sum_us, (double) whole_us);
  strata_output_text (page->output, gap);
}

static void
write_member (StrataDmtracePage *page,
              const StrataMethodSum *method,
              gboolean is_by_class,
              double sum_us,
              guint64 whole_us)
{
  const char *gap = page->is_html ? "&nbsp;" : " ";
  StrataMethodSum shown = *method;

  if (page->is_html)
    strata_output_text (page->output, "<div class=\"leaf\"><span class=\"leaf\">&nbsp;</span>");
  strata_dmtrace_page_number (page, 9, method->exclusive_us);
  strata_output_text (page->output, gap);
  strata_dmtrace_page_number (page, 9, method->inclusive_us);
  strata_output_text (page->output, gap);
  write_numbers (page, gap, method->exclusive_us, sum_us, whole_us);
  strata_dmtrace_page_calls (page, 6, method->n_calls, '+', method->n_recursive);
  strata_output_text (page->output, gap);
  strata_dmtrace_page_index (page, 0, method->rank);
  strata_output_text (page->output, gap);

  if (is_by_class)
    shown.class_name = NULL;
  strata_dmtrace_page_method (page, &shown);
  strata_output_text (page->output, page->is_html ? "</div>\n" : "\n");
}

static void
write_members (StrataDmtracePage *page,
               const Groups *groups,
               const Group *group)
{
  double sum_us = 0;

  for (guint32 i = 0; i < group->n; i++)
    {
      const StrataMethodSum *method = g_ptr_array_index (groups->methods, group->begin + i);

      sum_us += (double) method->exclusive_us;
      write_member (page, method, groups->is_by_class, sum_us, group->exclusive_us);
    }
}

static void
begin_group (StrataDmtracePage *page,
             gboolean is_by_class,
             guint number)
{
  const char letter = is_by_class ? 'd' : 'e';

  if (page->is_html)
    strata_output_format (page->output, DIVISION, letter, number, letter, number);
  else
    strata_output_text (page->output, GROUP_LINE);
}

static void
write_group (StrataDmtracePage *page,
             const Groups *groups,
             guint number,
             double sum_us,
             guint64 total_us)
{
  const Group *group = &g_array_index (groups->groups, Group, number);
  const char *key = get_key (group->first, groups->is_by_class);

  begin_group (page, groups->is_by_class, number);
  strata_dmtrace_page_number (page, 9, group->exclusive_us);
  strata_output_char (page->output, ' ');
  write_numbers (page, " ", group->exclusive_us, sum_us, total_us);
  strata_dmtrace_page_calls (page, 6, group->n_calls, '+', group->n_recursive);
  strata_output_char (page->output, ' ');
  if (page->is_html)
    strata_dmtrace_page_escaped (page, key);
  else
    strata_output_text (page->output, key);

  if (page->is_html)
    strata_output_format (page->output, "</div>\n<div class=\"parent\" id=\"%c%u\">\n", groups->is_by_class ? 'd' : 'e', number);
  else
    strata_output_char (page->output, '\n');
  write_members (page, groups, group);
  if (page->is_html)
    strata_output_text (page->output, "</div>\n");
}

static void
write_head (StrataDmtracePage *page,
            gboolean is_by_class)
{
  const char *what = is_by_class ? "Class" : "Method";

  if (page->is_html)
    strata_output_format (page->output, "<div class=\"header\"><span class=\"parent\">&nbsp;</span>&nbsp;&nbsp;&nbsp;Cycles %%/total Cumul.%% &nbsp;Calls+Recur&nbsp; %s</div>\n", what);
  else
    strata_output_format (page->output, "   Cycles %%/total Cumul.%%  Calls+Recur  %s\n", what);
}

/**
 * strata_dmtrace_write_groups:
 * @page: where to write
 * @sums: the totals
 * @is_by_class: whether methods are grouped by class, or by name
 *
 * Writes the exclusive time of groups of methods, and of the methods in them.
 */
void
strata_dmtrace_write_groups (StrataDmtracePage *page,
                             const StrataMethodSums *sums,
                             gboolean is_by_class)
{
  g_autoptr (GPtrArray) methods = g_ptr_array_new ();
  g_autoptr (GArray) array = g_array_new (FALSE, FALSE, sizeof (Group));
  Groups groups = { methods, array, is_by_class };
  double sum_us = 0;

  collect_methods (&groups, sums);
  collect_groups (&groups);
  write_head (page, is_by_class);

  page->keeps_spaces = page->is_html;
  for (guint i = 0; i < array->len; i++)
    {
      const guint64 exclusive_us = g_array_index (array, Group, i).exclusive_us;

      if (exclusive_us == 0)
        break;
      sum_us += (double) exclusive_us;
      write_group (page, &groups, i, sum_us, sums->total_us);
    }
  page->keeps_spaces = FALSE;
}
