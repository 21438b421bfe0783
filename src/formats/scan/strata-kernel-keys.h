/* strata-kernel-keys.h - the keys of kernel events that consist only of keys and values
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-kernel-event.h"

G_BEGIN_DECLS

/* The member of a StrataKernelEvent that a key sets. All but the first two are numbers. */
typedef enum
{
  STRATA_KERNEL_MEMBER_NAME,    /* the name, up to the next key */
  STRATA_KERNEL_MEMBER_REST,    /* the name, which is last and may contain anything */
  STRATA_KERNEL_MEMBER_ID,      /* the id */
  STRATA_KERNEL_MEMBER_VALUE,   /* the value */
  STRATA_KERNEL_MEMBER_CHANGE,  /* the change of the value */
  STRATA_KERNEL_MEMBER_SIZE,    /* the value, optionally followed by its unit: "4096B" */
  STRATA_KERNEL_MEMBER_STATE,   /* the value, an idle state, which the kernel prints as an unsigned 32-bit number */
  STRATA_KERNEL_MEMBER_CPU,     /* the CPU */
  STRATA_KERNEL_MEMBER_PID,     /* the process */
  STRATA_KERNEL_MEMBER_CURRENT, /* whether it is about the process of the thread */
  STRATA_KERNEL_MEMBER_REPLY,   /* whether it is a reply */
  STRATA_KERNEL_MEMBER_FLAGS,   /* flags of a binder transaction */
  STRATA_KERNEL_MEMBER_NONE,    /* nothing; an event without the key is cut off */
} StrataKernelMember;

/* A key of a kernel event. */
typedef struct
{
  const char *key;           /* the key */
  const char *old_key;       /* nullable: its name in other kernels */
  StrataKernelMember member; /* the member that it sets */
  gboolean is_needed;        /* whether an event without it is invalid */
} StrataKernelKey;

/* No event has more keys that matter. */
#define STRATA_KERNEL_MAX_KEYS 6

/* The keys of one kind of event. Used to parse text and to read the fields of binary records. */
typedef struct
{
  gboolean has_text; /* whether its arguments are also shown to the user */
  /* its keys; unused entries have a NULL key */
  StrataKernelKey keys[STRATA_KERNEL_MAX_KEYS];
} StrataKernelKeys;

const StrataKernelKeys *strata_kernel_keys_find (StrataKernelKind kind);
gboolean strata_kernel_keys_parse (const StrataKernelKeys *self, StrataText args, StrataKernelEvent *kernel);
void strata_kernel_event_set_number (StrataKernelEvent *self, StrataKernelMember member, gint64 number);

G_END_DECLS
