/* strata-appearance.c - light or dark, and the style sheets of both
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-appearance.h"

#include "strata-settings.h"

#define PORTAL_NAME "org.freedesktop.portal.Desktop"
#define PORTAL_PATH "/org/freedesktop/portal/desktop"
#define PORTAL_SETTINGS "org.freedesktop.portal.Settings"
#define PORTAL_NAMESPACE "org.freedesktop.appearance"
#define PORTAL_SCHEME "color-scheme"
#define PORTAL_CONTRAST "contrast"
#define RESOURCE_FOLDER "/org/strataviewer/Strata/"

/* GTK 4.8 knows themes but not the desktop's colour scheme, so the portal is asked: without
 * blocking the start, and again whenever it reports a change. CSS has no media queries either: the
 * dark sheet is a second provider above the first. */
struct _StrataAppearance
{
  GtkSettings *gtk_settings; /* owned */
  GSettings *settings;       /* owned; NULL without a schema */
  GCancellable *cancellable; /* owned */
  GDBusProxy *portal;        /* owned; NULL until it answers */
  GtkCssProvider *light;     /* owned */
  GtkCssProvider *dark;      /* owned; installed while dark */
  gboolean is_dark_installed;
  gboolean is_gtk_dark;      /* GTK's own setting, by the user's settings.ini; for a desktop without preference */
  guint32 scheme;            /* the desktop's preference: 1 for dark, 2 for light, 0 for none */
  gboolean is_contrast_high; /* the system requests it, and the theme was chosen for that */
};

static void
install_dark (StrataAppearance *self,
              gboolean is_dark)
{
  GdkDisplay *display = gdk_display_get_default ();

  if (is_dark == self->is_dark_installed || display == NULL)
    return;

  self->is_dark_installed = is_dark;

  if (is_dark)
    gtk_style_context_add_provider_for_display (display, GTK_STYLE_PROVIDER (self->dark), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1);
  else
    gtk_style_context_remove_provider_for_display (display, GTK_STYLE_PROVIDER (self->dark));
}

/* A theme that the user chose may be dark by itself; GTK only shows its name. */
static gboolean
is_theme_dark (GtkSettings *gtk_settings)
{
  g_autofree char *name = NULL;
  const char *forced = g_getenv ("GTK_THEME");

  g_object_get (gtk_settings, "gtk-theme-name", &name, NULL);

  g_autofree char *lower = g_ascii_strdown (forced != NULL ? forced : name != NULL ? name
                                                                                   : "",
                                            -1);

  return g_str_has_suffix (lower, ":dark") || g_str_has_suffix (lower, "-dark") || g_str_equal (lower, "highcontrastinverse");
}

static void
update (StrataAppearance *self)
{
  g_autofree char *scheme = self->settings != NULL ? g_settings_get_string (self->settings, "color-scheme") : NULL;
  gboolean is_dark = self->scheme == 1 || (self->scheme == 0 && self->is_gtk_dark);

  if (g_strcmp0 (scheme, "dark") == 0)
    is_dark = TRUE;
  else if (g_strcmp0 (scheme, "light") == 0)
    is_dark = FALSE;

  is_dark = is_dark || is_theme_dark (self->gtk_settings);

  g_object_set (self->gtk_settings, "gtk-application-prefer-dark-theme", is_dark, NULL);
  install_dark (self, is_dark);
}

/* The value is wrapped in one or two variants, depending on the portal's method and version. */
static gboolean
get_number (GVariant *value,
            guint32 *number)
{
  g_autoptr (GVariant) plain = g_variant_ref (value);

  while (g_variant_is_of_type (plain, G_VARIANT_TYPE_VARIANT))
    {
      GVariant *inner = g_variant_get_variant (plain);

      g_variant_unref (plain);
      plain = inner;
    }

  if (!g_variant_is_of_type (plain, G_VARIANT_TYPE_UINT32))
    return FALSE;

  *number = g_variant_get_uint32 (plain);
  return TRUE;
}

/* GTK 4.8 does not ask the portal for contrast, but has high contrast themes. */
static void
take_contrast (StrataAppearance *self,
               gboolean is_high)
{
  if (is_high == self->is_contrast_high)
    return;

  self->is_contrast_high = is_high;
  if (is_high)
    g_object_set (self->gtk_settings, "gtk-theme-name", "HighContrast", NULL);
  else
    gtk_settings_reset_property (self->gtk_settings, "gtk-theme-name");
}

static void
take_setting (StrataAppearance *self,
              const char *key,
              GVariant *value)
{
  guint32 number;

  if (!get_number (value, &number))
    return;

  if (g_str_equal (key, PORTAL_SCHEME))
    self->scheme = number;
  else if (g_str_equal (key, PORTAL_CONTRAST))
    take_contrast (self, number == 1);

  update (self);
}

static void
on_portal_signal (GDBusProxy *portal,
                  const char *sender,
                  const char *signal,
                  GVariant *parameters,
                  StrataAppearance *self)
{
  if (g_strcmp0 (signal, "SettingChanged") != 0 || !g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(ssv)")))
    return;

  const char *name_space;
  const char *key;
  g_autoptr (GVariant) value = NULL;

  g_variant_get (parameters, "(&s&sv)", &name_space, &key, &value);

  if (g_str_equal (name_space, PORTAL_NAMESPACE))
    take_setting (self, key, value);
}

static void
take_reply (GObject *source,
            GAsyncResult *result,
            const char *key,
            gpointer user_data)
{
  g_autoptr (GVariant) reply = g_dbus_proxy_call_finish (G_DBUS_PROXY (source), result, NULL);

  /* without a portal there is no system setting, which is not an error. An error may also mean that
   * the appearance is gone, so user_data is not touched then */
  if (reply == NULL || !g_variant_is_of_type (reply, G_VARIANT_TYPE ("(v)")))
    return;

  g_autoptr (GVariant) value = g_variant_get_child_value (reply, 0);

  take_setting (user_data, key, value);
}

static void
on_scheme_read (GObject *source,
                GAsyncResult *result,
                gpointer user_data)
{
  take_reply (source, result, PORTAL_SCHEME, user_data);
}

static void
on_contrast_read (GObject *source,
                  GAsyncResult *result,
                  gpointer user_data)
{
  take_reply (source, result, PORTAL_CONTRAST, user_data);
}

static void
on_portal_ready (GObject *source,
                 GAsyncResult *result,
                 gpointer user_data)
{
  GDBusProxy *portal = g_dbus_proxy_new_for_bus_finish (result, NULL);

  if (portal == NULL)
    return;

  StrataAppearance *self = user_data;

  self->portal = portal;
  g_signal_connect (portal, "g-signal", G_CALLBACK (on_portal_signal), self);
  g_dbus_proxy_call (portal, "Read", g_variant_new ("(ss)", PORTAL_NAMESPACE, PORTAL_SCHEME),
                     G_DBUS_CALL_FLAGS_NONE, -1, self->cancellable, on_scheme_read, self);
  g_dbus_proxy_call (portal, "Read", g_variant_new ("(ss)", PORTAL_NAMESPACE, PORTAL_CONTRAST),
                     G_DBUS_CALL_FLAGS_NONE, -1, self->cancellable, on_contrast_read, self);
}

static GtkCssProvider *
load_sheet (const char *file_name)
{
  GtkCssProvider *provider = gtk_css_provider_new ();
  g_autofree char *path = g_strconcat (RESOURCE_FOLDER, file_name, NULL);

  gtk_css_provider_load_from_resource (provider, path);
  return provider;
}

/**
 * strata_appearance_new:
 * @gtk_settings: the settings to switch between light and dark
 *
 * Installs the style sheets and begins to follow the settings.
 *
 * Returns: (transfer full): the appearance
 */
StrataAppearance *
strata_appearance_new (GtkSettings *gtk_settings)
{
  StrataAppearance *self = g_new0 (StrataAppearance, 1);

  self->gtk_settings = g_object_ref (gtk_settings);
  g_object_get (gtk_settings, "gtk-application-prefer-dark-theme", &self->is_gtk_dark, NULL);
  self->settings = strata_settings_new ();
  self->cancellable = g_cancellable_new ();
  self->light = load_sheet ("style.css");
  self->dark = load_sheet ("style-dark.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (), GTK_STYLE_PROVIDER (self->light), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);

  if (self->settings != NULL)
    g_signal_connect_swapped (self->settings, "changed::color-scheme", G_CALLBACK (update), self);

  g_signal_connect_swapped (self->gtk_settings, "notify::gtk-theme-name", G_CALLBACK (update), self);
  update (self);
  g_dbus_proxy_new_for_bus (G_BUS_TYPE_SESSION, G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES, NULL,
                            PORTAL_NAME, PORTAL_PATH, PORTAL_SETTINGS, self->cancellable, on_portal_ready, self);

  return self;
}

/* Stops following the settings, restores that of GTK and removes the style sheets. */
void
strata_appearance_free (StrataAppearance *self)
{
  if (self == NULL)
    return;

  g_cancellable_cancel (self->cancellable);
  g_signal_handlers_disconnect_by_data (self->gtk_settings, self);
  g_object_set (self->gtk_settings, "gtk-application-prefer-dark-theme", self->is_gtk_dark, NULL);
  install_dark (self, FALSE);

  if (gdk_display_get_default () != NULL)
    gtk_style_context_remove_provider_for_display (gdk_display_get_default (), GTK_STYLE_PROVIDER (self->light));

  if (self->settings != NULL)
    g_signal_handlers_disconnect_by_data (self->settings, self);

  if (self->portal != NULL)
    g_signal_handlers_disconnect_by_data (self->portal, self);

  g_clear_object (&self->portal);
  g_clear_object (&self->settings);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->light);
  g_clear_object (&self->dark);
  g_clear_object (&self->gtk_settings);
  g_free (self);
}
