/* format-fixture.h - inputs in memory, and traces as text to compare
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-loader.h"

G_BEGIN_DECLS

/* compression */
void fixture_append_gzip (GByteArray *out, const void *data, gsize n_bytes);
void fixture_append_zlib (GByteArray *out, const void *data, gsize n_bytes);
void fixture_append_zstd (GByteArray *out, const void *data, gsize n_bytes);
void fixture_append_zstd_skippable (GByteArray *out, gsize n_bytes);

/* loading */
StrataTrace *fixture_load (const void *data, gsize n_bytes, gsize read_bytes, GError **error);
char *fixture_describe (StrataTrace *trace);
char *fixture_describe_diagnostics (StrataTrace *trace);
void fixture_assert_loads (const void *data, gsize n_bytes, const char *expected);
void fixture_assert_four_ways (const void *data, gsize n_bytes, const char *expected);

G_END_DECLS
