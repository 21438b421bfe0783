/* strata-method-signature.h - formats methods as in source code
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How to write a method. Types of arguments are always without their package. */
typedef enum
{
  STRATA_SIGNATURE_QUALIFIED, /* with the package, `java.io.PrintStream.write(byte[], int, int)` */
  STRATA_SIGNATURE_SHORT,     /* without it, `PrintStream.write(byte[], int, int)` */
} StrataSignatureForm;

gsize strata_method_signature_write (const char *name, StrataSignatureForm form, char *buffer, gsize n_buffer_bytes);
char *strata_method_signature_dup (const char *name, StrataSignatureForm form);
char *strata_method_signature_dup_result (const char *name);
gsize strata_method_signature_get_type_bytes (const char *type, gsize n_bytes);

G_END_DECLS
