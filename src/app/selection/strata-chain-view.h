/* strata-chain-view.h - the call chain of the selected slice
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"

G_BEGIN_DECLS

#define STRATA_TYPE_CHAIN_VIEW (strata_chain_view_get_type ())
G_DECLARE_FINAL_TYPE (StrataChainView, strata_chain_view, STRATA, CHAIN_VIEW, GtkWidget)

void strata_chain_view_set_session (StrataChainView *self, StrataSession *session);

G_END_DECLS
