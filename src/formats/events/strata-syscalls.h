/* strata-syscalls.h - names of system calls
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* System call names of one machine type. */
typedef struct _StrataSyscalls StrataSyscalls;

const StrataSyscalls *strata_syscalls_find (const char *machine);
const char *strata_syscalls_get_name (const StrataSyscalls *self, gint64 number);

G_END_DECLS
