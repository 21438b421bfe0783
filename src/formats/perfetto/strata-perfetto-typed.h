/* strata-perfetto-typed.h - arguments that are messages
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-attr-table.h"
#include "strata-perfetto-args.h"
#include "strata-proto-schema.h"

G_BEGIN_DECLS

void strata_perfetto_args_add_typed (StrataPerfettoArgs *self, const StrataProtoField *extension, StrataProto *event, StrataAttrTable *table);

G_END_DECLS
