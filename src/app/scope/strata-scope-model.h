/* strata-scope-model.h - the part of a session's trace that profiles cover
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-scope.h"
#include "strata-session.h"

G_BEGIN_DECLS

/* A choice of the scope. */
typedef enum
{
  STRATA_SCOPE_TRACE,   /* everything */
  STRATA_SCOPE_WINDOW,  /* the visible time */
  STRATA_SCOPE_AREA,    /* the selected area */
  STRATA_SCOPE_SLICE,   /* the selected slice, and all inside it */
  STRATA_SCOPE_THREAD,  /* the thread of the selected item */
  STRATA_SCOPE_PROCESS, /* the process of the selected item */
  STRATA_N_SCOPE_CHOICES,
} StrataScopeChoice;

#define STRATA_TYPE_SCOPE_MODEL (strata_scope_model_get_type ())
G_DECLARE_FINAL_TYPE (StrataScopeModel, strata_scope_model, STRATA, SCOPE_MODEL, GObject)

/* Property: choice, a StrataScopeChoice as a number. Signal: changed, without arguments, when the
 * scope has changed and rested. */

StrataScopeModel *strata_scope_model_get (StrataSession *session);
StrataScopeChoice strata_scope_model_get_choice (StrataScopeModel *self);
void strata_scope_model_set_choice (StrataScopeModel *self, StrataScopeChoice choice);
void strata_scope_model_set_narrowing (StrataScopeModel *self, gboolean is_narrowing);
StrataScopeChoice strata_scope_model_get_wider (StrataScopeModel *self);
gboolean strata_scope_model_is_about (StrataScopeModel *self, StrataItem item);
gboolean strata_scope_model_resolve (StrataScopeModel *self, StrataTrace **trace, StrataScope *scope);
const char *strata_scope_choice_get_title (StrataScopeChoice choice);
const char *strata_scope_choice_get_hint (StrataScopeChoice choice);

G_END_DECLS
