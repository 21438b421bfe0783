/* strata-save-finding.h - saves the shown part of a trace, to be sent
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-file-export.h"
#include "strata-window.h"

G_BEGIN_DECLS

void strata_save_finding_choose (StrataWindow *window);
void strata_save_finding_write (StrataWindow *window, GFile *file, gboolean is_whole, StrataFileExported exported, gpointer user_data);
void strata_save_finding_restore (StrataTracePage *page, gboolean has_own);

G_END_DECLS
