/* strata-out-form.h - the formats of written files
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-clip.h"

G_BEGIN_DECLS

/* The format that is written. */
typedef enum
{
  STRATA_OUT_TEXT,     /* atrace text, which does not contain the process with each thread id */
  STRATA_OUT_PERFETTO, /* Perfetto packets, whose process ids are signed with 32 bits */
  STRATA_OUT_JSON,     /* Chrome JSON, which is of a whole trace */
  STRATA_OUT_FINDING,  /* a trace with notes */
  STRATA_OUT_PAGE,     /* a page for browsers */
} StrataOutForm;

StrataOutForm strata_out_form_of_name (const char *name, StrataOutForm other);
gboolean strata_out_form_write (StrataOutForm form, StrataTrace *trace, const StrataClip *clip, GOutputStream *stream, GCancellable *cancellable, GError **error);

G_END_DECLS
