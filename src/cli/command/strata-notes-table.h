/* strata-notes-table.h - the notes that came with a trace, for info
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-json.h"
#include "strata-output.h"
#include "strata-trace.h"

G_BEGIN_DECLS

void strata_notes_table_write (StrataOutput *output, StrataTrace *trace);
void strata_notes_table_write_json (StrataJson *json, StrataTrace *trace);

G_END_DECLS
