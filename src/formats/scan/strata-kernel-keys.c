/* strata-kernel-keys.c - the keys of kernel events that consist only of keys and values
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-kernel-keys.h"

/* The flag of a transaction without a reply. */
#define BINDER_ONE_WAY 1

#define NEEDS(key, member)                         \
  {                                                \
    key, NULL, STRATA_KERNEL_MEMBER_##member, TRUE \
  }
#define MAY_HAVE(key, member)                       \
  {                                                 \
    key, NULL, STRATA_KERNEL_MEMBER_##member, FALSE \
  }

/* By kind. */
static const StrataKernelKeys rows[] = {
  [STRATA_KERNEL_FREQUENCY] = { .keys = { { "state", "freq", STRATA_KERNEL_MEMBER_VALUE, TRUE }, { "cpu_id", "cpu", STRATA_KERNEL_MEMBER_CPU, TRUE } } },
  [STRATA_KERNEL_IDLE] = { .keys = { NEEDS ("state", STATE), NEEDS ("cpu_id", CPU) } },
  [STRATA_KERNEL_IRQ_BEGIN] = { .has_text = TRUE, .keys = { NEEDS ("irq", ID), MAY_HAVE ("name", REST) } },
  [STRATA_KERNEL_IRQ_END] = { .keys = { NEEDS ("irq", ID) } },
  [STRATA_KERNEL_SOFTIRQ_BEGIN] = { .keys = { { "vec", "softirq", STRATA_KERNEL_MEMBER_ID, TRUE }, MAY_HAVE ("action", NAME) } },
  [STRATA_KERNEL_SOFTIRQ_END] = { .keys = { { "vec", "softirq", STRATA_KERNEL_MEMBER_ID, TRUE } } },
  [STRATA_KERNEL_BINDER] = { .has_text = TRUE, .keys = {
                                                   NEEDS ("transaction", ID),
                                                   NEEDS ("dest_proc", PID),
                                                   NEEDS ("dest_thread", NONE),
                                                   NEEDS ("reply", REPLY),
                                                   NEEDS ("flags", FLAGS),
                                                   NEEDS ("code", NONE),
                                               } },
  [STRATA_KERNEL_BINDER_RECEIVED] = { .keys = { NEEDS ("transaction", ID) } },
  [STRATA_KERNEL_TEMPERATURE] = { .keys = { NEEDS ("thermal_zone", NAME), NEEDS ("temp", VALUE) } },
  [STRATA_KERNEL_COOLING] = { .keys = { NEEDS ("type", NAME), NEEDS ("target", VALUE) } },
  [STRATA_KERNEL_RSS] = { .keys = {
                              { "member", "type", STRATA_KERNEL_MEMBER_NAME, TRUE },
                              NEEDS ("size", SIZE),
                              MAY_HAVE ("curr", CURRENT),
                              MAY_HAVE ("mm_id", ID),
                          } },
  [STRATA_KERNEL_GPU_MEMORY] = { .keys = {
                                     MAY_HAVE ("gpu_id", ID),
                                     NEEDS ("pid", PID),
                                     NEEDS ("size", VALUE),
                                 } },
  [STRATA_KERNEL_VBLANK] = { .has_text = TRUE, .keys = { NEEDS ("crtc", ID), NEEDS ("seq", VALUE) } },
  [STRATA_KERNEL_OOM_SCORE] = { .keys = { NEEDS ("pid", PID), NEEDS ("oom_score_adj", VALUE) } },
  [STRATA_KERNEL_BUFFERS] = { .keys = { NEEDS ("rss", VALUE) } },
  [STRATA_KERNEL_GPU_POWER] = { .keys = { NEEDS ("to_state", VALUE) } },
  [STRATA_KERNEL_GPU_STATE] = { .keys = { NEEDS ("new_state", VALUE) } },
  [STRATA_KERNEL_DSP_MEMORY] = { .keys = { NEEDS ("cid", ID), NEEDS ("total_allocated", VALUE), MAY_HAVE ("len", CHANGE) } },
  [STRATA_KERNEL_FILE_COUNTS] = { .has_text = TRUE, .keys = { NEEDS ("dev", ID) } },
  [STRATA_KERNEL_LOSS] = { .keys = { NEEDS ("begin", VALUE) } },
};

/* Returns its keys; NULL if it does not consist only of keys. */
const StrataKernelKeys *
strata_kernel_keys_find (StrataKernelKind kind)
{
  return (gsize) kind < G_N_ELEMENTS (rows) && rows[kind].keys[0].key != NULL ? &rows[kind] : NULL;
}

/**
 * strata_kernel_event_set_number:
 * @self: an event
 * @member: the member to set
 * @number: its value
 *
 * Sets the member for a key.
 */
void
strata_kernel_event_set_number (StrataKernelEvent *self,
                                StrataKernelMember member,
                                gint64 number)
{
  switch (member)
    {
    case STRATA_KERNEL_MEMBER_ID:
      self->id = number;
      break;
    case STRATA_KERNEL_MEMBER_VALUE:
    case STRATA_KERNEL_MEMBER_SIZE:
      self->value = number;
      break;
    case STRATA_KERNEL_MEMBER_CHANGE:
      self->least = number;
      break;
    case STRATA_KERNEL_MEMBER_STATE:
      self->value = number == G_MAXUINT32 ? -1 : number;
      break;
    case STRATA_KERNEL_MEMBER_CPU:
      self->cpu = number;
      break;
    case STRATA_KERNEL_MEMBER_PID:
      self->pid = number;
      break;
    case STRATA_KERNEL_MEMBER_CURRENT:
      self->is_other = number == 0;
      break;
    case STRATA_KERNEL_MEMBER_REPLY:
      self->is_reply = number != 0;
      break;
    case STRATA_KERNEL_MEMBER_FLAGS:
      self->is_one_way = (number & BINDER_ONE_WAY) != 0;
      break;
    case STRATA_KERNEL_MEMBER_NAME:
    case STRATA_KERNEL_MEMBER_REST:
    case STRATA_KERNEL_MEMBER_NONE:
      break;
    }
}

static gboolean
read_key (StrataText args,
          const char *key,
          StrataKernelMember member,
          StrataKernelEvent *kernel)
{
  gint64 number;

  if (key == NULL)
    return FALSE;
  if (member == STRATA_KERNEL_MEMBER_NAME)
    return strata_kernel_event_find_name (args, key, &kernel->name);

  if (member == STRATA_KERNEL_MEMBER_REST)
    {
      kernel->name = strata_kernel_event_get_rest (args, key);
      return TRUE;
    }

  if (!(member == STRATA_KERNEL_MEMBER_SIZE ? strata_kernel_event_find_size (args, key, &number) : strata_kernel_event_find_int (args, key, &number)))
    return FALSE;

  strata_kernel_event_set_number (kernel, member, number);
  return TRUE;
}

/**
 * strata_kernel_keys_parse:
 * @self: keys of a kind
 * @args: arguments of an event of that kind: "key=value key=value"
 * @kernel: (inout): the decoded arguments
 *
 * Parses the arguments of an event as the kernel prints them.
 *
 * Returns: whether all needed keys are present
 */
gboolean
strata_kernel_keys_parse (const StrataKernelKeys *self,
                          StrataText args,
                          StrataKernelEvent *kernel)
{
  for (const StrataKernelKey *key = self->keys; key < self->keys + STRATA_KERNEL_MAX_KEYS && key->key != NULL; key++)
    if (!read_key (args, key->key, key->member, kernel) && !read_key (args, key->old_key, key->member, kernel) && key->is_needed)
      return FALSE;

  return TRUE;
}
