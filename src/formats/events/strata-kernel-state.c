/* strata-kernel-state.c - decodes the kernel's numbers of thread states
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-kernel-state.h"

#include "strata-tables.h"

#define KERNEL_WITH_LATER_PREEMPTED 4008
#define FIXED_PREEMPTED 0x100

/* The states of kernels since %STRATA_KERNEL_WITH_FIXED_STATES, by bit. */
static const char fixed[] = STRATA_KERNEL_FIXED_STATES;

static guint64
get_preempted_bit (guint kernel)
{
  return kernel >= STRATA_KERNEL_WITH_FIXED_STATES ? FIXED_PREEMPTED : kernel >= KERNEL_WITH_LATER_PREEMPTED ? 0x1000
                                                                                                             : 0x800;
}

/**
 * strata_kernel_end_state:
 * @kernel: version of the kernel, 1000 times the major plus the minor number, as in 5010
 * @state: the state in which a thread leaves its CPU, as a number
 *
 * Returns: the state as a letter, as in ps; with %STRATA_END_STATE_PREEMPTED if it was preempted
 */
guint8
strata_kernel_end_state (guint kernel,
                         guint64 state)
{
  static const char older[] = "SDTtXZxKWPN";
  const char *letters = kernel >= STRATA_KERNEL_WITH_FIXED_STATES ? fixed : older;
  const guint64 preempted = get_preempted_bit (kernel);

  if (kernel < STRATA_KERNEL_WITH_FIXED_STATES && (state & 0x402) == 0x402)
    return 'I';

  for (guint i = 0; letters[i] != '\0'; i++)
    if ((state >> i & 1) != 0 && (guint64) 1 << i != preempted)
      return (guint8) letters[i];

  return (state & preempted) != 0 ? 'R' | STRATA_END_STATE_PREEMPTED : 'R';
}

/**
 * strata_kernel_state_print:
 * @state: the state in which a thread leaves its CPU, as a number of a kernel since %STRATA_KERNEL_WITH_FIXED_STATES
 * @text: (out): the state as the kernel prints it: "S", "D|I", "R+"
 *
 * Returns: @text
 */
const char *
strata_kernel_state_print (guint64 state,
                           char text[STRATA_KERNEL_STATE_BYTES])
{
  gsize n_bytes = 0;

  for (guint i = 0; fixed[i] != '\0'; i++)
    if ((state >> i & 1) != 0)
      {
        if (n_bytes > 0)
          text[n_bytes++] = '|';
        text[n_bytes++] = fixed[i];
      }

  if (n_bytes == 0)
    text[n_bytes++] = 'R';
  if ((state & FIXED_PREEMPTED) != 0)
    text[n_bytes++] = '+';
  text[n_bytes] = '\0';
  return text;
}
