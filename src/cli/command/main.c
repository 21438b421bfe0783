/* main.c - strata-cli
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-cli.h"

int
main (int argc,
      char **argv)
{
  return strata_cli_run (argc, argv);
}
