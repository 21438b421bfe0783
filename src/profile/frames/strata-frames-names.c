/* strata-frames-names.c - which slices mark frames
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-frames-names.h"

#include <string.h>

/* Names are those of the markers, followed by a space and a number since Android 12. HarmonyOS adds
 * key:value pairs whose order, spaces and commas differ between versions, so they are searched by
 * key. If a file was not recognized as HiTrace, its names still begin with "H:". */

typedef struct
{
  const char *text;
  StrataFrameMark mark;
  enum
  {
    WHOLE,    /* nothing may follow */
    WITH_ID,  /* a number may follow */
    SIGNALED, /* a number and these words follow */
    PREFIX,   /* anything may follow */
  } kind;
} Spelling;

static const Spelling spellings[] = {
  { "Choreographer#doFrame", STRATA_MARK_DO_FRAME, WITH_ID },
  { "performTraversals", STRATA_MARK_TRAVERSALS, WHOLE },
  { "DrawFrame", STRATA_MARK_DRAW_FRAME, WITH_ID },
  { "DrawFrames", STRATA_MARK_DRAW_FRAME, WITH_ID },
  { "doFrame", STRATA_MARK_DRAW_FRAME, WITH_ID },
  { "syncFrameState", STRATA_MARK_SYNC, WHOLE },
  { "queueBuffer", STRATA_MARK_QUEUE_BUFFER, WHOLE },
  { "eglSwapBuffers", STRATA_MARK_SWAP, PREFIX },
  { "vkQueuePresent", STRATA_MARK_SWAP, PREFIX },
  { "Trace GPU completion fence", STRATA_MARK_FENCE, WITH_ID },
  { "GPU completion fence", STRATA_MARK_SIGNALED, SIGNALED },
  { "waiting for GPU completion", STRATA_MARK_GPU_WAIT, WITH_ID },
  { "Choreographer#doFrame - resynced", STRATA_MARK_RESYNC, PREFIX },
  { "Recomposer:", STRATA_MARK_COMPOSE, PREFIX },
  { "Compose:", STRATA_MARK_COMPOSE, PREFIX },
  { "AndroidOwner:", STRATA_MARK_COMPOSE, PREFIX },
  { "Animator::BeginFrame", STRATA_MARK_FLUTTER_UI, PREFIX },
  { "GPURasterizer::Draw", STRATA_MARK_FLUTTER_RASTER, PREFIX },
  { "Rasterizer::D", STRATA_MARK_FLUTTER_RASTER, PREFIX },
  { "onMessageInvalidate", STRATA_MARK_COMMIT, WITH_ID },
  { "handleMessageInvalidate", STRATA_MARK_COMMIT, WHOLE },
  { "commit", STRATA_MARK_COMMIT, WITH_ID },
  { "onMessageRefresh", STRATA_MARK_COMPOSITE, WHOLE },
  { "handleMessageRefresh", STRATA_MARK_COMPOSITE, WHOLE },
  { "composite", STRATA_MARK_COMPOSITE, WITH_ID },
  { "latchBuffer", STRATA_MARK_LATCH, WHOLE },
  { "ReceiveVsync", STRATA_MARK_RECEIVE_VSYNC, PREFIX },
  { "OnVsyncEvent", STRATA_MARK_ON_VSYNC, PREFIX },
  { "UIVsyncTask", STRATA_MARK_UI_VSYNC_TASK, PREFIX },
  { "MarshRSTransactionData", STRATA_MARK_MARSHAL, PREFIX },
  { "RSMainThread::ProcessCommand", STRATA_MARK_PROCESS_COMMAND, PREFIX },
  { "RSMainThread::DoComposition", STRATA_MARK_COMPOSITION, PREFIX },
  { "M: Frame queued", STRATA_MARK_GPU, PREFIX },
  { "FlushBuffer", STRATA_MARK_QUEUE_BUFFER, PREFIX },
};

/* Reads the number after the name and the text after it; 0 and -1 mean no number. */
static gboolean
parse_id (const char *rest,
          const char *after,
          gint64 *id)
{
  const char *digits, *end;
  gint64 number;

  if (*rest == '\0')
    return *after == '\0';
  if (*rest != ' ')
    return FALSE;

  digits = rest[1] == '-' ? rest + 2 : rest + 1;
  for (end = digits; g_ascii_isdigit (*end); end++)
    ;

  /* few names have only a number after them */
  if (end == digits || strcmp (end, after) != 0)
    return FALSE;

  number = g_ascii_strtoll (rest + 1, NULL, 10);
  if (number > 0)
    *id = number;
  return TRUE;
}

static gboolean
matches (const Spelling *spelling,
         const char *name,
         gint64 *id)
{
  const gsize n_bytes = strlen (spelling->text);

  if (strncmp (name, spelling->text, n_bytes) != 0)
    return FALSE;
  if (spelling->kind == WITH_ID || spelling->kind == SIGNALED)
    return parse_id (name + n_bytes, spelling->kind == SIGNALED ? " has signaled" : "", id);

  return spelling->kind == PREFIX || name[n_bytes] == '\0';
}

/* Vendors prefix their own names; a slice whose name has the VSYNC and the expected end is a frame. */
static gboolean
is_prefixed_vsync (const char *name)
{
  const char *found = strstr (name, "ReceiveVsync");
  StrataVsyncArgs args;

  return found != NULL && found > name && !g_ascii_isalnum (found[-1]) && strata_vsync_args_parse (found, &args) && args.expected_end_ns != STRATA_NO_TIME;
}

/**
 * strata_frame_mark_parse:
 * @name: name of a slice
 * @id: (out): the number after it, or %STRATA_FRAME_NO_ID
 *
 * Returns: what the name means for frames
 */
StrataFrameMark
strata_frame_mark_parse (const char *name,
                         gint64 *id)
{
  *id = STRATA_FRAME_NO_ID;
  if (name[0] == 'H' && name[1] == ':')
    name += 2;

  for (gsize i = 0; i < G_N_ELEMENTS (spellings); i++)
    if (*name == *spellings[i].text && matches (&spellings[i], name, id))
      return spellings[i].mark;

  *id = STRATA_FRAME_NO_ID;
  return is_prefixed_vsync (name) ? STRATA_MARK_RECEIVE_VSYNC : STRATA_MARK_NONE;
}

/**
 * strata_frame_name_is_begin:
 * @name: name of a slice or track
 *
 * Returns: whether frames may be found by it: it begins a frame, hands over a buffer, or is the track of the system's frame timeline
 */
gboolean
strata_frame_name_is_begin (const char *name)
{
  gint64 id;
  const StrataFrameMark mark = strata_frame_mark_parse (name, &id);

  return mark == STRATA_MARK_DO_FRAME || mark == STRATA_MARK_TRAVERSALS || mark == STRATA_MARK_COMMIT || mark == STRATA_MARK_RECEIVE_VSYNC || mark == STRATA_MARK_ON_VSYNC ||
         mark == STRATA_MARK_QUEUE_BUFFER || mark == STRATA_MARK_SWAP || mark == STRATA_MARK_FLUTTER_UI || g_str_equal (name, STRATA_FRAME_TIMELINE_TRACK);
}

/* A key is a word of letters before a colon; case is ignored. */
static void
take_pair (StrataVsyncArgs *args,
           const char *key,
           gsize n_bytes,
           gint64 value)
{
  const struct
  {
    const char *key;
    gint64 *value;
  } keys[] = {
    { "now", &args->now_ns },
    { "timestamp", &args->now_ns },
    { "expectedEnd", &args->expected_end_ns },
    { "vsyncId", &args->vsync_id },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    if (strlen (keys[i].key) == n_bytes && g_ascii_strncasecmp (keys[i].key, key, n_bytes) == 0 && value >= 0)
      *keys[i].value = value;
}

/**
 * strata_vsync_args_parse:
 * @name: name of a slice
 * @args: (out): the values in it
 *
 * Reads `now`, `expectedEnd` and `vsyncId` from a name such as `ReceiveVsync
 * dataCount:24bytes now:1 expectedEnd:2 vsyncId:3`, in any order and with any
 * separators; `timestamp` means `now`.
 *
 * Returns: whether it has the time of the VSYNC
 */
gboolean
strata_vsync_args_parse (const char *name,
                         StrataVsyncArgs *args)
{
  *args = (StrataVsyncArgs){ STRATA_NO_TIME, STRATA_NO_TIME, STRATA_FRAME_NO_ID };

  for (const char *colon = strchr (name, ':'); colon != NULL; colon = strchr (colon + 1, ':'))
    {
      const char *key = colon;
      const char *value = colon + 1;

      while (key > name && g_ascii_isalpha (key[-1]))
        key--;
      while (*value == ' ')
        value++;

      char *end;
      const gint64 number = g_ascii_strtoll (value, &end, 10);

      if (end > value)
        take_pair (args, key, (gsize) (colon - key), number);
    }

  return args->now_ns != STRATA_NO_TIME;
}

/**
 * strata_transaction_flag_next:
 * @cursor: (inout): where to go on in a name
 * @pid: (out): the app
 * @number: (out): number of the transaction
 *
 * Finds the next pair `[pid,number]` in a name such as MarshRSTransactionData or ProcessCommandUni.
 *
 * Returns: whether there is one
 */
gboolean
strata_transaction_flag_next (const char **cursor,
                              gint64 *pid,
                              gint64 *number)
{
  for (const char *bracket = strchr (*cursor, '['); bracket != NULL; bracket = strchr (bracket + 1, '['))
    {
      char *comma;
      char *end;

      *pid = g_ascii_strtoll (bracket + 1, &comma, 10);
      if (comma == bracket + 1 || *comma != ',')
        continue;

      *number = g_ascii_strtoll (comma + 1, &end, 10);
      if (end == comma + 1 || *end != ']')
        continue;

      *cursor = end;
      return TRUE;
    }

  return FALSE;
}
