/* strata-renderer.c - chooses GTK's renderer
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-renderer.h"

#include <string.h>

#include <epoxy/gl.h>

/* GTK 4.8 uses GL wherever it exists, even if software emulates it, as on remote desktops and
 * virtual machines. With llvmpipe on two cores, a frame of a moving window then takes 48 ms of CPU,
 * half of them for the window frame; with cairo it takes 4 ms. */

static const char *const imitations[] = { "llvmpipe", "softpipe", "swrast", "Software Rasterizer", "SwiftShader" };

/* Creates a context temporarily. */
static gboolean
is_imitated (GdkDisplay *display)
{
  g_autoptr (GdkGLContext) context = gdk_display_create_gl_context (display, NULL);

  if (context == NULL || !gdk_gl_context_realize (context, NULL))
    return FALSE;

  gdk_gl_context_make_current (context);

  const char *name = (const char *) glGetString (GL_RENDERER);
  gboolean is_found = FALSE;

  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (imitations); i++)
    is_found |= strstr (name, imitations[i]) != NULL;

  gdk_gl_context_clear_current ();
  return is_found;
}

/**
 * strata_renderer_choose:
 * @display: the display of the windows
 *
 * Makes cairo draw windows if there is no real GL; the environment variable
 * GSK_RENDERER overrides that. Call it before there are windows.
 */
void
strata_renderer_choose (GdkDisplay *display)
{
  /* GTK's inspector sets the renderer of new windows by this name. */
  if (g_getenv ("GSK_RENDERER") == NULL && is_imitated (display))
    g_object_set_data (G_OBJECT (display), "gsk-renderer", (gpointer) "cairo");
}
