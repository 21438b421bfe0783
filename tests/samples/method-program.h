/* method-program.h - what the app of the method trace does
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

/* One method. @calls lists by @label what it calls, in order, each with what follows it:
 * "*3" three times, "!" it leaves with an exception, "?" only in one call of four,
 * "^" it may call itself by that, at most MAX_RECURSION deep, "-" it returns although its
 * caller then leaves with an exception. @cpu_us is spread between
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

/* This method's call with this number (from 0) takes so much longer. */
#define OUTLIER_LABEL "decodeStream"
#define OUTLIER_CALL 9
#define OUTLIER_FACTOR 70

extern const Method methods[];
extern const guint n_methods;
