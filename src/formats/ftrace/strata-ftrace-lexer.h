/* strata-ftrace-lexer.h - splits lines into parts ahead of their use
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-lex.h"
#include "strata-source.h"

G_BEGIN_DECLS

/* Parts of a text. */
typedef enum
{
  STRATA_FTRACE_PART_LINES, /* whole lines */
  STRATA_FTRACE_PART_LAST,  /* the text after the last line end */
  STRATA_FTRACE_PART_LONG,  /* the beginning of a line that is too long to be kept */
} StrataFtracePart;

typedef struct _StrataFtraceLexer StrataFtraceLexer;

StrataFtraceLexer *strata_ftrace_lexer_new (StrataSource *source, gboolean has_thread);
void strata_ftrace_lexer_free (StrataFtraceLexer *self);
StrataFtraceLexed *strata_ftrace_lexer_next (StrataFtraceLexer *self, guint *n_lines, StrataFtracePart *part);
gboolean strata_ftrace_lexer_finish (StrataFtraceLexer *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataFtraceLexer, strata_ftrace_lexer_free)

G_END_DECLS
