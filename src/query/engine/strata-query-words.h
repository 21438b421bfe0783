/* strata-query-words.h - where words, texts and statements of SQL end
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether a byte can be part of a name. */
gboolean strata_query_is_word_char (char c);

/* Past blanks and comments. */
char *strata_query_skip_blanks (char *p);

/* Past a name, if one is there. */
char *strata_query_skip_word (char *p);

/* Past a list in parentheses, quoted texts and comments inside included. */
char *strata_query_skip_list (char *p);

/* Past blanks, a quoted text, a name with or without "$", or one other byte; stays at the end of the text. */
char *strata_query_skip_token (char *p);

/* To the semicolon that ends a statement, or the end of the text. */
char *strata_query_skip_statement (char *p);

/* The texts between the commas of a list, from its parenthesis to behind the other. */
GStrv strata_query_split_list (char *p, char *end);

/* Moves @p past @word and what blanks follow, if it is there. */
gboolean strata_query_take_word (char **p, const char *word);

G_END_DECLS
