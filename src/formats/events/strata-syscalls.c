/* strata-syscalls.c - names of system calls
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-syscalls.h"

#include "strata-syscall-names.h"

struct _StrataSyscalls
{
  const char *machine;
  const char *const *names; /* by number, with gaps */
  gint64 n_names;
};

static const StrataSyscalls tables[] = {
  { "aarch64", aarch64_names, G_N_ELEMENTS (aarch64_names) },
  { "x86_64", x86_64_names, G_N_ELEMENTS (x86_64_names) },
};

/**
 * strata_syscalls_find:
 * @machine: the machine name from uname, such as "aarch64"
 *
 * Returns: (nullable) (transfer none): the system calls of such machines
 */
const StrataSyscalls *
strata_syscalls_find (const char *machine)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    if (g_str_equal (machine, tables[i].machine))
      return &tables[i];

  return NULL;
}

/* Returns the name of the call; NULL if there is none. @self may be NULL. */
const char *
strata_syscalls_get_name (const StrataSyscalls *self,
                          gint64 number)
{
  return self != NULL && number >= 0 && number < self->n_names ? self->names[number] : NULL;
}
