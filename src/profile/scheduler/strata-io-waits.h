/* strata-io-waits.h - block device requests that a thread waited for
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* Why a wait is attributed to a request. */
typedef enum
{
  STRATA_IO_OWN,      /* the waiting thread issued the request */
  STRATA_IO_OF_WAKER, /* its waker issued the request */
  STRATA_IO_LAST,     /* the wake-up followed the end of the request */
} StrataIoReason;

/* A wait for a request to a block device. */
typedef struct
{
  guint32 state;         /* index of the state in which the thread was blocked */
  guint32 request;       /* index of the slice of the request */
  StrataIoReason reason; /* why the wait is attributed to the request */
} StrataIoWait;

/* A request to a block device. */
typedef struct
{
  const char *device;    /* borrowed: major and minor number, such as "254,0" */
  const char *operation; /* borrowed: "read", "write", "flush", "discard" or "request" */
  gint64 n_bytes;        /* how much it transfers */
} StrataIoRequest;

/* The category of slices around calls that read, write or flush a file. */
#define STRATA_IO_CATEGORY "io"

const char *strata_io_reason_get_name (StrataIoReason reason);
gboolean strata_io_is_call (StrataTrace *trace, guint32 slice);
gboolean strata_io_get_request (StrataTrace *trace, guint32 slice, StrataIoRequest *request);
GArray *strata_io_list_waits (StrataTrace *trace, guint32 thread, StrataSpan span, guint max_waits);
GArray *strata_io_list_waiters (StrataTrace *trace, guint32 request);
GArray *strata_io_list_operations (StrataTrace *trace, guint32 thread, StrataSpan span, guint max_operations);
guint32 strata_io_find_call (StrataTrace *trace, guint32 thread, gint64 time_ns);

G_END_DECLS
