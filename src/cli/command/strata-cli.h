/* strata-cli.h - the program without a display
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

/*
 * strata_cli_run:
 * @argc: the number of words in @argv
 * @argv: the command line, the program's name first
 *
 * Runs the command. Call it once per process, since it sets up the language and the memory.
 *
 * Returns: the exit status, a StrataExit
 */
int strata_cli_run (int argc, char **argv);
