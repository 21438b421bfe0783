/* strata-atrace-cookies.c - cookies of asynchronous slices that text would confuse
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-atrace-cookies.h"

/* A marker that finishes an asynchronous slice ends the latest open one with the same payload. Other formats have slices that
 * overlap with the same id. Of those, each that outlasts the one started before it gets another cookie, so the open slices of a
 * payload always nest. */

/* The first of these cookies. They look unlike those of programs, which usually count from 0 or are addresses or hashes. */
#define FIRST_COOKIE 1900000001

struct _StrataAtraceCookies
{
  GHashTable *open; /* payload, owned -> (element-type gint64) owned: ends of its open slices, each before or at those below it */
  GHashTable *own;  /* open slice -> its other cookie */
  guint32 n_own;
};

StrataAtraceCookies *
strata_atrace_cookies_new (void)
{
  StrataAtraceCookies *self = g_new0 (StrataAtraceCookies, 1);

  self->open = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  self->own = g_hash_table_new (NULL, NULL);
  return self;
}

void
strata_atrace_cookies_free (StrataAtraceCookies *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->open);
  g_hash_table_unref (self->own);
  g_free (self);
}

/**
 * strata_atrace_cookies_start:
 * @self: the cookies
 * @slice: index of a slice that starts
 * @finish: the payload that would finish it
 * @end_ns: when that will be; %G_MAXINT64 for never
 *
 * Call in the order in which slices are written.
 *
 * Returns: the cookie to write instead of its own, or 0 for its own
 */
guint32
strata_atrace_cookies_start (StrataAtraceCookies *self,
                             guint32 slice,
                             const char *finish,
                             gint64 end_ns)
{
  GArray *ends = g_hash_table_lookup (self->open, finish);

  if (ends != NULL && g_array_index (ends, gint64, ends->len - 1) < end_ns)
    {
      const guint32 cookie = FIRST_COOKIE + self->n_own++;

      g_hash_table_insert (self->own, GUINT_TO_POINTER (slice), GUINT_TO_POINTER (cookie));
      return cookie;
    }
  if (ends == NULL)
    g_hash_table_insert (self->open, g_strdup (finish), ends = g_array_new (FALSE, FALSE, sizeof (gint64)));

  g_array_append_val (ends, end_ns);
  return 0;
}

/**
 * strata_atrace_cookies_finish:
 * @self: the cookies
 * @slice: index of a slice that finishes
 * @finish: the payload that finishes it with its own cookie
 *
 * Returns: the cookie that was written instead of its own, or 0
 */
guint32
strata_atrace_cookies_finish (StrataAtraceCookies *self,
                              guint32 slice,
                              const char *finish)
{
  const guint32 cookie = GPOINTER_TO_UINT (g_hash_table_lookup (self->own, GUINT_TO_POINTER (slice)));
  GArray *ends = cookie == 0 ? g_hash_table_lookup (self->open, finish) : NULL;

  g_hash_table_remove (self->own, GUINT_TO_POINTER (slice));
  if (ends != NULL && ends->len > 1)
    g_array_set_size (ends, ends->len - 1);
  else if (ends != NULL)
    g_hash_table_remove (self->open, finish);

  return cookie;
}
