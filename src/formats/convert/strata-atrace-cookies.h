/* strata-atrace-cookies.h - cookies of asynchronous slices that text would confuse
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _StrataAtraceCookies StrataAtraceCookies;

StrataAtraceCookies *strata_atrace_cookies_new (void);
void strata_atrace_cookies_free (StrataAtraceCookies *self);
guint32 strata_atrace_cookies_start (StrataAtraceCookies *self, guint32 slice, const char *finish, gint64 end_ns);
guint32 strata_atrace_cookies_finish (StrataAtraceCookies *self, guint32 slice, const char *finish);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataAtraceCookies, strata_atrace_cookies_free)

G_END_DECLS
