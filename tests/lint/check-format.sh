#!/bin/sh
# Every source is as clang-format 14 would write it.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
cd "$1"
find src tests -name '*.[ch]' -print0 | xargs -0 clang-format --dry-run -Werror
