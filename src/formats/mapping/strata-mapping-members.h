/* strata-mapping-members.h - the methods of a class in a mapping
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A part of the text of a mapping. */
typedef struct
{
  const char *text; /* its start */
  gsize n_bytes;    /* its length */
} StrataMappingText;

/**
 * StrataMappingMethod:
 * @range: "1:3:" if lines are distinguished
 * @obfuscated: name in the trace
 * @owner: its original class; empty if that is the class that it is listed under
 * @name: name in the program
 * @result: type that it returns
 * @arguments: types that it takes, separated by commas
 * @residual: (nullable): its signature in the trace, if R8 changed it
 * @next: (nullable): the next method of this name
 *
 * A method in a mapping.
 */
typedef struct _StrataMappingMethod StrataMappingMethod;
struct _StrataMappingMethod
{
  StrataMappingText range;
  StrataMappingText obfuscated;
  StrataMappingText owner;
  StrataMappingText name;
  StrataMappingText result;
  StrataMappingText arguments;
  StrataMappingText residual;
  StrataMappingMethod *next;
};

guint strata_mapping_text_hash (gconstpointer text);
gboolean strata_mapping_text_equal (gconstpointer a, gconstpointer b);
gboolean strata_mapping_cut_line (StrataMappingText *text, StrataMappingText *line);
StrataMappingText strata_mapping_skip_space (StrataMappingText line);
gboolean strata_mapping_split_arrow (StrataMappingText line, StrataMappingText *original, StrataMappingText *obfuscated);
GHashTable *strata_mapping_read_members (StrataMappingText lines);

G_END_DECLS
