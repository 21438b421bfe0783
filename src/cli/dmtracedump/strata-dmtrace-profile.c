/* strata-dmtrace-profile.c - dmtracedump: methods by exclusive and inclusive time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-dmtrace.h"

#define SECTION_LINE "\n======================================================================\n"
#define METHOD_LINE "----------------------------------------------------\n"
#define RECURSION_LINE "               +++++++++++++++++++++++++\n"

/* Begins a section: the HTML before its text. */
static void
begin_section (StrataDmtracePage *page,
               const char *anchor)
{
  if (!page->is_html)
    {
      strata_output_text (page->output, SECTION_LINE);
      return;
    }

  strata_output_format (page->output, "<a name=\"%s\"></a>\n", anchor);
  strata_dmtrace_page_fixed (page, "links.html");
}

static void
explain_section (StrataDmtracePage *page,
                 const char *text,
                 gboolean is_table)
{
  strata_output_char (page->output, '\n');
  strata_dmtrace_page_fixed (page, text);
  strata_output_char (page->output, '\n');
  if (page->is_html)
    strata_output_text (page->output, "<br><br>\n");
  if (page->is_html && is_table)
    strata_output_text (page->output, "<pre>\n");
}

static void
write_exclusive_line (StrataDmtracePage *page,
                      const StrataMethodSum *method,
                      double sum_us,
                      guint64 total_us)
{
  strata_dmtrace_page_number (page, 9, method->exclusive_us);
  strata_output_text (page->output, "  ");
  strata_dmtrace_page_percent (page, 6, 2, (double) method->exclusive_us, (double) total_us);
  strata_output_char (page->output, ' ');
  strata_dmtrace_page_percent (page, 6, 2, sum_us, (double) total_us);
  strata_output_text (page->output, "  ");
  strata_dmtrace_page_index (page, 0, method->rank);
  strata_output_char (page->output, ' ');
  strata_dmtrace_page_method (page, method);
  strata_output_char (page->output, '\n');
}

static void
write_exclusive (StrataDmtracePage *page,
                 const StrataMethodSums *sums)
{
  double sum_us = 0;

  begin_section (page, "exclusive");
  strata_output_format (page->output, "Total cycles: %" G_GUINT64_FORMAT "\n", sums->total_us);
  if (page->is_html)
    strata_output_text (page->output, "\n<br><br>");
  explain_section (page, "exclusive.txt", TRUE);
  strata_output_text (page->output, "    Usecs  self %  sum %  Method\n");

  for (guint32 i = 0; i < sums->n_methods; i++)
    {
      const StrataMethodSum *method = &sums->methods[sums->by_exclusive[i]];

      if (method->exclusive_us == 0)
        break;
      sum_us += (double) method->exclusive_us;
      write_exclusive_line (page, method, sum_us, sums->total_us);
    }

  if (page->is_html)
    strata_output_text (page->output, "</pre>\n");
}

/* Writes a caller or callee, above or below its method. */
static void
write_relative (StrataDmtracePage *page,
                const StrataMethodEdge *edge,
                const StrataMethodSum *relative,
                guint64 whole_us,
                guint64 n_all_calls)
{
  strata_output_spaces (page->output, 15);
  if (edge->is_recursive)
    {
      strata_output_spaces (page->output, 6);
    }
  else
    {
      strata_dmtrace_page_percent (page, 5, 1, (double) edge->elapsed_us, (double) whole_us);
      strata_output_char (page->output, '%');
    }
  strata_output_char (page->output, ' ');
  strata_dmtrace_page_index (page, 6, relative->rank);
  strata_output_char (page->output, ' ');
  strata_dmtrace_page_calls (page, 6, edge->n_calls, '/', n_all_calls);
  strata_output_char (page->output, ' ');
  strata_dmtrace_page_number (page, 9, edge->elapsed_us);
  strata_output_char (page->output, ' ');
  strata_dmtrace_page_method (page, relative);
  strata_output_char (page->output, '\n');
}

static guint64
count_calls (const StrataMethodSum *method)
{
  return method->n_calls + method->n_recursive;
}

static void
write_relatives (StrataDmtracePage *page,
                 const StrataMethodSums *sums,
                 const StrataMethodSum *method,
                 StrataMethodEdges edges,
                 gboolean are_parents)
{
  for (guint32 i = 0; i < edges.n; i++)
    {
      const StrataMethodEdge *edge = &edges.edges[i];
      const StrataMethodSum *relative = &sums->methods[are_parents ? edge->caller : edge->callee];

      if (edge->is_recursive && (i == 0 || !edges.edges[i - 1].is_recursive))
        strata_output_text (page->output, RECURSION_LINE);
      write_relative (page, edge, relative, method->inclusive_us, count_calls (are_parents ? method : relative));
    }
}

static void
write_itself (StrataDmtracePage *page,
              const StrataMethodSum *method,
              guint64 total_us)
{
  char index[16];

  g_snprintf (index, sizeof index, "[%u]", method->rank);
  strata_dmtrace_page_cell (page, -6, index);
  strata_output_char (page->output, ' ');
  strata_dmtrace_page_percent (page, 5, 1, (double) method->inclusive_us, (double) total_us);
  strata_output_char (page->output, '%');
  strata_output_spaces (page->output, 16);
  strata_dmtrace_page_calls (page, 6, method->n_calls, '+', method->n_recursive);
  strata_output_char (page->output, ' ');
  strata_dmtrace_page_number (page, 9, method->inclusive_us);
  strata_output_char (page->output, ' ');
  strata_dmtrace_page_method (page, method);
  strata_output_char (page->output, '\n');
}

static void
write_own_time (StrataDmtracePage *page,
                const StrataMethodSum *method)
{
  strata_output_spaces (page->output, 15);
  strata_dmtrace_page_percent (page, 5, 1, (double) method->outermost_us, (double) method->inclusive_us);
  strata_output_text (page->output, "%   excl");
  strata_output_spaces (page->output, 15);
  strata_dmtrace_page_number (page, 9, method->outermost_us);
  strata_output_char (page->output, '\n');
}

static void
write_inclusive (StrataDmtracePage *page,
                 const StrataMethodSums *sums)
{
  begin_section (page, "inclusive");
  explain_section (page, "inclusive.txt", TRUE);
  strata_output_text (page->output, "index  %/total %/self  index     calls         usecs name\n");

  for (guint32 i = 0; i < sums->n_methods; i++)
    {
      const guint32 index = sums->by_inclusive[i];
      const StrataMethodSum *method = &sums->methods[index];

      if (method->inclusive_us == 0)
        break;
      if (page->is_html)
        strata_output_format (page->output, "<a name=\"m%u\"></a>", i);
      strata_output_text (page->output, METHOD_LINE);
      write_relatives (page, sums, method, strata_method_sums_get_parents (sums, index), TRUE);
      write_itself (page, method, sums->total_us);
      write_own_time (page, method);
      write_relatives (page, sums, method, strata_method_sums_get_children (sums, index), FALSE);
    }

  if (page->is_html)
    strata_output_text (page->output, "</pre>\n");
}

/**
 * strata_dmtrace_write_profile:
 * @page: where to write
 * @sums: the totals
 *
 * Writes the whole report: methods by exclusive time, by inclusive time with callers
 * and callees, by class and by name.
 */
void
strata_dmtrace_write_profile (StrataDmtracePage *page,
                              const StrataMethodSums *sums)
{
  if (page->is_html)
    {
      strata_dmtrace_page_head (page);
      strata_output_char (page->output, '\n');
      strata_dmtrace_page_fixed (page, "contents.html");
    }

  write_exclusive (page, sums);
  write_inclusive (page, sums);
  begin_section (page, "class");
  explain_section (page, "classes.txt", FALSE);
  strata_dmtrace_write_groups (page, sums, TRUE);
  begin_section (page, "method");
  explain_section (page, "methods.txt", FALSE);
  strata_dmtrace_write_groups (page, sums, FALSE);

  if (page->is_html)
    strata_output_text (page->output, "\n</body>\n</html>\n");
}
