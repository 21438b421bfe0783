/* strata-html-section.c - a section of trace data between two tags
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-html-section.h"

#include <string.h>

#include "strata-html-tags.h"

/* Passes on the text before the end tag. The first `n_known` bytes of the input are known to be
 * text. A tag that is still to be judged may follow, preceded by blanks, which are not text if
 * they and the tag form a line. */
#define MAX_INDENT_BYTES 256

typedef struct
{
  StrataDecoder decoder;
  StrataHtmlEnd *end; /* borrowed: from the caller */
  gsize n_known;
  gsize n_end;    /* length of the blanks and the tag after the text, once it is found */
  char last;      /* the last byte passed on, or '\n' */
  gboolean is_in; /* after text on the same line */
} Section;

/* Returns the start of the blanks before @tag. */
static const char *
find_indent (const char *begin,
             const char *tag)
{
  const char *p = tag;

  while (p > begin && tag - p < MAX_INDENT_BYTES && (p[-1] == ' ' || p[-1] == '\t'))
    p--;

  return p;
}

static gboolean
begins_line (const Section *self,
             const char *begin,
             const char *p)
{
  return (p > begin ? p[-1] : self->last) == '\n';
}

/* Determines how much more of the input is text. */
static void
look_on (Section *self,
         const char *begin,
         const char *end,
         gboolean is_last)
{
  const char *p = begin + self->n_known;

  while ((p = memchr (p, '<', (gsize) (end - p))) != NULL)
    {
      const char *indent = find_indent (begin, p);
      const gboolean is_first = begins_line (self, begin, indent);
      const char *after;

      switch (strata_html_judge_end (p, end, is_last, is_first, &after))
        {
        case STRATA_HTML_NO:
          p++;
          self->n_known = (gsize) (p - begin);
          continue;
        case STRATA_HTML_MORE:
          self->n_known = MAX (self->n_known, (gsize) (indent - begin));
          return;
        case STRATA_HTML_YES:
          self->n_known = (gsize) ((is_first ? indent : p) - begin);
          self->n_end = (gsize) (after - begin) - self->n_known;
          self->is_in = !is_first;
          return;
        }
    }

  self->n_known = MAX (self->n_known, (gsize) ((is_last ? end : find_indent (begin, end)) - begin));
}

static StrataDecodeResult
end_section (Section *self,
             StrataDecodeBuffers *buffers)
{
  if (self->last != '\n')
    {
      if (buffers->n_written == buffers->n_out)
        return STRATA_DECODE_OK;

      buffers->out[buffers->n_written++] = '\n';
    }

  buffers->n_read += self->n_end;
  self->end->is_found = TRUE;
  self->end->is_in_line = self->is_in;
  return STRATA_DECODE_END;
}

static StrataDecodeResult
decode_section (StrataDecoder *decoder,
                StrataDecodeBuffers *buffers)
{
  Section *self = (Section *) decoder;
  const char *in = (const char *) buffers->in;

  if (self->n_end == 0 && buffers->n_in > self->n_known)
    look_on (self, in, in + buffers->n_in, buffers->is_last);

  const gsize n_bytes = MIN (self->n_known, buffers->n_out);

  if (n_bytes > 0)
    {
      memcpy (buffers->out, in, n_bytes);
      self->last = in[n_bytes - 1];
    }
  buffers->n_read = n_bytes;
  buffers->n_written = n_bytes;
  self->n_known -= n_bytes;

  return self->n_known == 0 && self->n_end > 0 ? end_section (self, buffers) : STRATA_DECODE_OK;
}

/**
 * strata_html_section_new:
 * @end: receives how the section ended; must outlive the result
 *
 * Creates a decoder that passes on a section up to its `</script>`.
 *
 * Returns: (transfer full): a decoder
 */
StrataDecoder *
strata_html_section_new (StrataHtmlEnd *end)
{
  Section *self = g_new0 (Section, 1);

  self->decoder.name = "HTML";
  self->decoder.may_end = TRUE;
  self->decoder.decode = decode_section;
  self->end = end;
  self->last = '\n';
  *end = (StrataHtmlEnd){ FALSE, FALSE };

  return &self->decoder;
}
