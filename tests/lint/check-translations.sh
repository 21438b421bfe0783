#!/bin/sh
# Every language of LINGUAS is complete and agrees with the sources as they are.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
source_root=$1
work=$2/tests/lint/po
mkdir -p "$work"
cd "$source_root/po"

# The keywords are those of meson's glib preset.
xgettext --files-from=POTFILES.in --directory=.. --from-code=UTF-8 --add-comments=Translators \
  --keyword=_ --keyword=N_ --keyword=C_:1c,2 --keyword=NC_:1c,2 \
  --keyword=g_dngettext:2,3 --keyword=g_dpgettext2:2c,3 \
  --output="$work/strata.pot" 2>"$work/warnings" || { cat "$work/warnings"; exit 1; }

for language in $(sed 's/#.*//' LINGUAS); do
  msgfmt --check --output-file=/dev/null "$language.po"
  msgcmp "$language.po" "$work/strata.pot" || {
    echo "$language.po: untranslated or fuzzy; meson compile strata-update-po, then translate"
    exit 1
  }
done
