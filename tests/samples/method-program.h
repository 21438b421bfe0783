/* method-program.h - the app of the method trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

/* One method. @calls lists the labels of its calls, in order, each with a suffix: "*3" three times,
 * "!" leaves with an exception, "?" only in one of four calls, "^" recursive, at most MAX_RECURSION
 * deep, "-" returns although its caller then leaves with an exception. @cpu_us is spread between
 * the calls; @wait_us passes at the end without using a CPU. */
typedef struct
{
  const char *label;
  const char *class_name;
  const char *name;
  const char *signature;
  const char *file;
  guint cpu_us;
  guint wait_us;
  const char *calls;
} Method;

#define MAX_RECURSION 5

/* The call of this method with this number (from 0) takes this much longer. */
#define OUTLIER_LABEL "decodeStream"
#define OUTLIER_CALL 9
#define OUTLIER_FACTOR 70

extern const Method methods[];
extern const guint n_methods;
