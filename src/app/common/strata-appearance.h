/* strata-appearance.h - light or dark, and the style sheets of both
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Sets gtk-application-prefer-dark-theme and the style sheets by the setting `color-scheme`, or, if
 * that is "system", by the desktop's portal, or, if that has no preference, by what GTK's setting was. */
typedef struct _StrataAppearance StrataAppearance;

StrataAppearance *strata_appearance_new (GtkSettings *gtk_settings);
void strata_appearance_free (StrataAppearance *self);

G_END_DECLS
