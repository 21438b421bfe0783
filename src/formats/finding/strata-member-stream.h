/* strata-member-stream.h - a file in an archive that is being written
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

struct archive;

#define STRATA_TYPE_MEMBER_STREAM (strata_member_stream_get_type ())
G_DECLARE_FINAL_TYPE (StrataMemberStream, strata_member_stream, STRATA, MEMBER_STREAM, GOutputStream)

GOutputStream *strata_member_stream_new (struct archive *archive);

G_END_DECLS
