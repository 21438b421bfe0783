/* strata-proto-writer.h - appends fields to protobuf messages
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void strata_proto_put_uint (GString *out, guint32 number, guint64 value);
void strata_proto_put_fixed64 (GString *out, guint32 number, guint64 value);
void strata_proto_put_float (GString *out, guint32 number, float value);
void strata_proto_put_bytes (GString *out, guint32 number, gconstpointer bytes, gsize n_bytes);
void strata_proto_put_text (GString *out, guint32 number, const char *text);
void strata_proto_put_message (GString *out, guint32 number, GString *message);

G_END_DECLS
