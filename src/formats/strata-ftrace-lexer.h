/* strata-ftrace-lexer.h - lines are taken apart ahead of their use
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-event.h"

G_BEGIN_DECLS

/**
 * StrataFtraceLexed:
 * @text: the line without its end
 * @line: its parts, if it is an event
 * @kind: what the event is, if it is one
 * @is_event: whether it is one
 *
 * A line, as far as it can be understood by itself.
 */
typedef struct
{
  StrataText text;
  StrataFtraceLine line;
  StrataFtraceEventKind kind;
  gboolean is_event;
} StrataFtraceLexed;

void strata_ftrace_lex (StrataText text, StrataFtraceLexed *lexed);

typedef struct _StrataFtraceLexer StrataFtraceLexer;

StrataFtraceLexer *strata_ftrace_lexer_new (void);
void strata_ftrace_lexer_free (StrataFtraceLexer *self);
void strata_ftrace_lexer_begin (StrataFtraceLexer *self, StrataText lines);
const StrataFtraceLexed *strata_ftrace_lexer_next (StrataFtraceLexer *self, guint *n_lines);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataFtraceLexer, strata_ftrace_lexer_free)

G_END_DECLS
