/* strata-query-words.h - finds the ends of words, strings and statements of SQL
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether a byte can be part of a name. */
gboolean strata_query_is_word_char (char c);

/* Skips blanks and comments. */
char *strata_query_skip_blanks (char *p);

/* Skips a name, if there is one. */
char *strata_query_skip_word (char *p);

/* Skips a list in parentheses, including quoted texts and comments in it. */
char *strata_query_skip_list (char *p);

/* Skips blanks, a quoted text, a name with or without "$", or one other byte; does not move past the end of the text. */
char *strata_query_skip_token (char *p);

/* Skips to the semicolon that ends a statement, or to the end of the text. */
char *strata_query_skip_statement (char *p);

/* The start of a comment that has no end, or NULL. */
const char *strata_query_find_open_comment (const char *sql);

/* The texts between the commas of a list, from its opening parenthesis to after the closing one. */
GStrv strata_query_split_list (char *p, char *end);

/* Moves @p past @word and the blanks after it, if the word is there. */
gboolean strata_query_take_word (char **p, const char *word);

G_END_DECLS
