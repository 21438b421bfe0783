/* strata-error.h - the error domain of the engine
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Problems that keep an input from becoming a trace. Smaller problems are counted in
 * StrataDiagnostics. */
typedef enum
{
  STRATA_ERROR_UNKNOWN_FORMAT, /* the content has no format that Strata reads */
  STRATA_ERROR_UNSUPPORTED,    /* a known format that Strata does not read; the message suggests what to export instead */
  STRATA_ERROR_CORRUPT,        /* nothing could be read because the content contradicts its format */
  STRATA_ERROR_EMPTY,          /* an empty trace of a known format */
  STRATA_ERROR_TOO_LARGE,      /* a limit against hostile input was reached */
} StrataError;

#define STRATA_ERROR (strata_error_quark ())

GQuark strata_error_quark (void);

G_END_DECLS
