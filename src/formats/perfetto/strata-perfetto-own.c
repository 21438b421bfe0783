/* strata-perfetto-own.c - annotations written by strata-cli
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-own.h"

#include <string.h>

#include "strata-own-attrs.h"
#include "strata-perfetto-fields.h"
#include "strata-perfetto-track-event.h"

static void
take (StrataPerfettoTrackEvent *event,
      StrataAttrs *attrs,
      StrataStringPool *strings,
      StrataText name,
      StrataText value)
{
  g_autofree char *text = g_strndup (value.text, value.n_bytes);

  g_autofree char *key = g_strndup (name.text, name.n_bytes);

  if (strata_own_attrs_take (attrs, strings, key, text))
    return;
  if (strata_text_equals (name, STRATA_PERFETTO_OWN_COOKIE))
    attrs->cookie = strata_string_pool_intern (strings, value.text, value.n_bytes);
  else if (strata_text_equals (name, STRATA_PERFETTO_OWN_TID))
    event->tid = (guint32) MIN (g_ascii_strtoull (text, NULL, 10), STRATA_NONE); /* larger ids are not looked up */
  else if (strata_text_equals (name, STRATA_PERFETTO_OWN_PID))
    event->pid = (gint64) MIN (g_ascii_strtoull (text, NULL, 10), G_MAXINT32);
  else if (strata_text_equals (name, STRATA_PERFETTO_OWN_SAMPLED))
    event->is_sampled = TRUE;
  else if (strata_text_equals (name, STRATA_PERFETTO_OWN_APART))
    event->is_apart = TRUE;
  else if (strata_text_equals (name, STRATA_PERFETTO_OWN_LASTS))
    event->lasts_ns = (gint64) MIN (g_ascii_strtoull (text, NULL, 10), (guint64) G_MAXINT64);
  else if (strata_text_equals (name, STRATA_PERFETTO_OWN_CPU_TIME))
    event->call_cpu_ns = (gint64) MIN (g_ascii_strtoull (text, NULL, 10), (guint64) G_MAXINT64);
}

gboolean
strata_perfetto_event_take_own (StrataPerfettoTrackEvent *event,
                                StrataProto annotation,
                                StrataAttrs *attrs,
                                StrataStringPool *strings)
{
  StrataText name = { "", 0 };
  StrataText value = { "", 0 };

  while (strata_proto_next (&annotation))
    if (annotation.wire != STRATA_PROTO_BYTES)
      continue;
    else if (annotation.number == STRATA_PF_ANNOTATION_NAME)
      name = (StrataText){ (const char *) annotation.data, (gsize) annotation.value };
    else if (annotation.number == STRATA_PF_ANNOTATION_TEXT)
      value = (StrataText){ (const char *) annotation.data, (gsize) annotation.value };

  /* it is one of the arguments, which are ordered */
  if (strata_text_equals (name, STRATA_PERFETTO_OWN_ARG))
    return FALSE;
  if (name.n_bytes <= strlen (STRATA_PERFETTO_OWN) || memcmp (name.text, STRATA_PERFETTO_OWN, strlen (STRATA_PERFETTO_OWN)) != 0)
    return FALSE;

  take (event, attrs, strings, name, value);
  return TRUE;
}
