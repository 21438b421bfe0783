/* strata-kernel-keys.h - kernel events that are keys and values, and nothing more
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-kernel-event.h"

G_BEGIN_DECLS

/**
 * StrataKernelMember:
 * @STRATA_KERNEL_MEMBER_NAME: the name, up to the next key
 * @STRATA_KERNEL_MEMBER_REST: the name, which is last and may hold anything
 * @STRATA_KERNEL_MEMBER_ID: the id
 * @STRATA_KERNEL_MEMBER_VALUE: the value
 * @STRATA_KERNEL_MEMBER_SIZE: the value, which may have its unit behind it: "4096B"
 * @STRATA_KERNEL_MEMBER_STATE: the value, an idle state, which the kernel prints as 32 bits without a sign
 * @STRATA_KERNEL_MEMBER_CPU: the CPU
 * @STRATA_KERNEL_MEMBER_PID: the process
 * @STRATA_KERNEL_MEMBER_CURRENT: whether it is about the process of the thread
 * @STRATA_KERNEL_MEMBER_REPLY: whether it answers another
 * @STRATA_KERNEL_MEMBER_FLAGS: flags of a binder transaction
 * @STRATA_KERNEL_MEMBER_NONE: nothing; an event without it is cut off
 *
 * What of a #StrataKernelEvent a key sets. All but the first two are numbers.
 */
typedef enum
{
  STRATA_KERNEL_MEMBER_NAME,
  STRATA_KERNEL_MEMBER_REST,
  STRATA_KERNEL_MEMBER_ID,
  STRATA_KERNEL_MEMBER_VALUE,
  STRATA_KERNEL_MEMBER_SIZE,
  STRATA_KERNEL_MEMBER_STATE,
  STRATA_KERNEL_MEMBER_CPU,
  STRATA_KERNEL_MEMBER_PID,
  STRATA_KERNEL_MEMBER_CURRENT,
  STRATA_KERNEL_MEMBER_REPLY,
  STRATA_KERNEL_MEMBER_FLAGS,
  STRATA_KERNEL_MEMBER_NONE,
} StrataKernelMember;

/**
 * StrataKernelKey:
 * @key: the key
 * @old_key: (nullable): what other kernels call it
 * @member: what it sets
 * @is_needed: whether an event without it cannot be read
 *
 * A key of a kernel event.
 */
typedef struct
{
  const char *key;
  const char *old_key;
  StrataKernelMember member;
  gboolean is_needed;
} StrataKernelKey;

/* No event has more that count. */
#define STRATA_KERNEL_MAX_KEYS 6

/**
 * StrataKernelKeys:
 * @has_text: whether people see its arguments, too
 * @keys: what its arguments say; those behind the last one have no key
 *
 * What a kind of event is made of. Text is read by it, and so are events whose fields are in a record.
 */
typedef struct
{
  gboolean has_text;
  StrataKernelKey keys[STRATA_KERNEL_MAX_KEYS];
} StrataKernelKeys;

const StrataKernelKeys *strata_kernel_keys_find (StrataKernelKind kind);
gboolean strata_kernel_keys_parse (const StrataKernelKeys *self, StrataText args, StrataKernelEvent *kernel);
void strata_kernel_event_set_number (StrataKernelEvent *self, StrataKernelMember member, gint64 number);

G_END_DECLS
