/* fuzz.h - functions shared by the fuzz targets
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-format.h"
#include "strata-source.h"
#include "strata-trace.h"

/* Under a fuzzer, failed assertions are its findings, whatever the build type. */
#define fuzz_assert(expression)                      \
  do                                                 \
    {                                                \
      if (!(expression))                             \
        fuzz_fail (__FILE__, __LINE__, #expression); \
    }                                                \
  while (0)

/* Decompression may not yield more, so that a bomb ends quickly. */
#define FUZZ_MAX_BYTES (1024 * 1024)

int LLVMFuzzerInitialize (int *argc, char ***argv);
int LLVMFuzzerTestOneInput (const guint8 *data, gsize n_bytes);

void fuzz_fail (const char *file, int line, const char *expression) G_GNUC_NORETURN;
StrataSource *fuzz_source_new (const guint8 *data, gsize n_bytes, gsize read_bytes);
gboolean fuzz_source_drain (StrataSource *source, guint32 *hash);
void fuzz_check_trace (StrataTrace *trace);
void fuzz_compare_traces (StrataTrace *a, StrataTrace *b);
void fuzz_load_twice (const StrataFormat *format, const guint8 *data, gsize n_bytes);
void fuzz_load_file (const guint8 *start, gsize n_start_bytes, const guint8 *data, gsize n_bytes);
