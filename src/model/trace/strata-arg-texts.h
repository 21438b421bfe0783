/* strata-arg-texts.h - texts of arguments, packed
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The id of the empty text. */
#define STRATA_ARGS_NONE 0

typedef struct _StrataArgTexts StrataArgTexts;

StrataArgTexts *strata_arg_texts_new (void);
void strata_arg_texts_free (StrataArgTexts *self);
guint32 strata_arg_texts_intern (StrataArgTexts *self, const char *text, gsize n_bytes);
char *strata_arg_texts_dup (const StrataArgTexts *self, guint32 id);
gboolean strata_arg_texts_has_word (const StrataArgTexts *self, guint32 id, const char *word);
guint32 strata_arg_texts_get_n_texts (const StrataArgTexts *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataArgTexts, strata_arg_texts_free)

G_END_DECLS
