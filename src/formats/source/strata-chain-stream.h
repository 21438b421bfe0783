/* strata-chain-stream.h - concatenates two streams
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define STRATA_TYPE_CHAIN_STREAM (strata_chain_stream_get_type ())
G_DECLARE_FINAL_TYPE (StrataChainStream, strata_chain_stream, STRATA, CHAIN_STREAM, GInputStream)

GInputStream *strata_chain_stream_new (GInputStream *first, GInputStream *second);

G_END_DECLS
