#!/bin/sh
# Runs every fuzz target with coverage guidance and the sanitizers, each for
# STRATA_SOAK_S seconds (default 600), from the kept inputs and real captures.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: fuzz.sh SOURCE-FOLDER BUILD-FOLDER CORPUS-FOLDER
set -eu
source=$1
build=$2/soak-fuzz
real=$3
found=$build/found
command -v clang > /dev/null || { echo 'no clang'; exit 77; }
export UBSAN_OPTIONS=halt_on_error=1 # it goes on otherwise, and the fuzzer sees nothing

[ -d "$build" ] || CC=clang meson setup "$build" "$source" -Doptimization=1 -Db_sanitize=address,undefined -Db_lundef=false -Dc_args=-fsanitize=fuzzer-no-link > /dev/null

failed=
for target in "$source"/tests/fuzz/fuzz-*.c; do
  name=$(basename "$target" .c)
  corpus=$source/tests/fuzz/corpus/${name#fuzz-}
  ninja -C "$build" "tests/fuzz/$name" > /dev/null
  mkdir -p "$found/$name"
  "$build/tests/fuzz/$name" -dict="$source/tests/fuzz/trace.dict" -max_len=65536 -max_total_time="${STRATA_SOAK_S:-600}" -rss_limit_mb=4096 \
    -artifact_prefix="$found/" "$found/$name" "$corpus" $([ -d "$real" ] && echo "$real") > "$found/$name.log" 2>&1 || failed="$failed $name"
  tail -n 1 "$found/$name.log"
done

[ -z "$failed" ] || { echo "failed:$failed; see $found"; exit 1; }
