/* strata-mapping.c - original names of methods obfuscated by ProGuard or R8
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "strata-mapping.h"

#include <string.h>

#include "strata-mapping-ids.h"
#include "strata-mapping-members.h"
#include "strata-method-signature.h"

/* One pass finds the classes. Nothing is copied; they point into the text. The lines below a
 * class are read when one of its methods is looked up, so a mapping of 50 MB costs little more
 * than finding its newlines. */

/* Longer names are not mapped; a class file could not contain them. */
#define MAX_NAME_BYTES 4096

/* How many originals of one method are shown; no program has more. */
#define MAX_ORIGINALS 64

typedef struct
{
  StrataMappingText obfuscated; /* the key of the table points here */
  StrataMappingText original;
  StrataMappingText members; /* lines */
  GHashTable *methods;       /* (nullable) owned: read on demand */
} Class;

struct _StrataMapping
{
  GBytes *text;        /* owned */
  GHashTable *classes; /* StrataMappingText -> Class, owned */
  GHashTable *ids;     /* (nullable) owned: instead of classes, see strata-mapping-ids.c */
  guint64 n_unknown_lines;
  guint64 first_unknown_line;
  char separator; /* the trace's separator of packages, as far as known */
};

/* How well the signature of a method fits. If the trace has signatures, they decide: a method
 * that the mapping does not list kept its name, even if another overload did not. */
typedef enum
{
  FIT_NONE,
  FIT_NAME,
  FIT_ALL,
  FIT_RESIDUAL,
} Fit;

/* A name of the trace, split into parts. */
typedef struct
{
  StrataMappingText class_name;
  StrataMappingText method;
  StrataMappingText signature; /* may be empty */
  char joint;                  /* between class and method: '.', or ':' in RheaTrace */
  gboolean has_types;          /* whether the signature could be read */
  GString *descriptor;         /* the signature with original types */
  GString *arguments;          /* the same in the form of a mapping */
  GString *result;
} Name;

static void
class_free (gpointer data)
{
  Class *self = data;

  g_clear_pointer (&self->methods, g_hash_table_unref);
  g_free (self);
}

static void
report_line (StrataMapping *self,
             guint64 number)
{
  if (self->n_unknown_lines++ == 0)
    self->first_unknown_line = number;
}

/* "com.example.Main -> a.b:". If a class comes twice, the last line counts. */
static Class *
read_class (StrataMapping *self,
            StrataMappingText line)
{
  StrataMappingText original;
  StrataMappingText obfuscated;
  Class *class;

  if (line.text[line.n_bytes - 1] != ':')
    return NULL;

  line.n_bytes--;
  if (!strata_mapping_split_arrow (line, &original, &obfuscated))
    return NULL;

  class = g_new0 (Class, 1);
  class->original = original;
  class->obfuscated = obfuscated;
  g_hash_table_replace (self->classes, &class->obfuscated, class);

  return class;
}

/* Whether a line is a member, or a comment between members. */
static gboolean
is_member (StrataMappingText line)
{
  StrataMappingText original;
  StrataMappingText obfuscated;

  line = strata_mapping_skip_space (line);
  if (line.n_bytes > 0 && *line.text == '#')
    return TRUE;

  return strata_mapping_split_arrow (line, &original, &obfuscated) && memchr (original.text, ' ', original.n_bytes) != NULL;
}

static void
read_lines (StrataMapping *self)
{
  gsize n_bytes;
  const char *text = g_bytes_get_data (self->text, &n_bytes);
  StrataMappingText rest = { text, n_bytes };
  StrataMappingText line;
  Class *class = NULL;

  for (guint64 number = 1; strata_mapping_cut_line (&rest, &line); number++)
    {
      const gboolean is_indented = line.n_bytes > 0 && g_ascii_isspace (*line.text);

      if (line.n_bytes > 0 && *line.text != '#' && !is_indented)
        {
          class = read_class (self, line);
          if (class != NULL)
            class->members.text = rest.text;
          else
            report_line (self, number);
        }
      else if (is_indented && (class == NULL || !is_member (line)))
        report_line (self, number);

      if (class != NULL)
        class->members.n_bytes = (gsize) (rest.text - class->members.text);
    }
}

/**
 * strata_mapping_new:
 * @text: content of a mapping.txt
 *
 * Reads a mapping of ProGuard, R8 or RheaTrace. Unknown lines are counted.
 *
 * Returns: (transfer full): the mapping
 */
StrataMapping *
strata_mapping_new (GBytes *text)
{
  StrataMapping *self = g_new0 (StrataMapping, 1);

  self->text = g_bytes_ref (text);
  self->classes = g_hash_table_new_full (strata_mapping_text_hash, strata_mapping_text_equal, NULL, class_free);
  self->separator = '.';

  gsize n_bytes;
  const char *lines = g_bytes_get_data (text, &n_bytes);

  if (strata_mapping_has_ids ((StrataMappingText){ lines, n_bytes }))
    self->ids = strata_mapping_read_ids ((StrataMappingText){ lines, n_bytes }, &self->n_unknown_lines, &self->first_unknown_line);
  else if (n_bytes > 0)
    read_lines (self);

  return self;
}

void
strata_mapping_free (StrataMapping *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->classes);
  g_clear_pointer (&self->ids, g_hash_table_unref);
  g_bytes_unref (self->text);
  g_free (self);
}

/* Returns how many numbers it maps; 0 if it is a mapping of names. */
guint
strata_mapping_get_n_ids (const StrataMapping *self)
{
  return self->ids != NULL ? g_hash_table_size (self->ids) : 0;
}

guint
strata_mapping_get_n_classes (const StrataMapping *self)
{
  return g_hash_table_size (self->classes);
}

/**
 * strata_mapping_get_n_unknown_lines:
 * @self: a mapping
 * @first_line: (out): number of the first such line, or 0
 *
 * Returns: how many lines are neither class, member nor comment
 */
guint64
strata_mapping_get_n_unknown_lines (const StrataMapping *self,
                                    guint64 *first_line)
{
  *first_line = self->first_unknown_line;

  return self->n_unknown_lines;
}

/* Mappings separate packages by points, traces perhaps by slashes. */
static Class *
find_class (StrataMapping *self,
            StrataMappingText name)
{
  char buffer[MAX_NAME_BYTES];

  if (name.n_bytes > sizeof buffer)
    return NULL;

  for (gsize i = 0; i < name.n_bytes; i++)
    buffer[i] = name.text[i] == '/' ? '.' : name.text[i];

  return g_hash_table_lookup (self->classes, &(StrataMappingText){ buffer, name.n_bytes });
}

/* Separates packages by @separator; 0 leaves them unchanged. */
static void
append_class (GString *out,
              StrataMappingText name,
              char separator)
{
  for (gsize i = 0; i < name.n_bytes; i++)
    g_string_append_c (out, separator != '\0' && (name.text[i] == '.' || name.text[i] == '/') ? separator : name.text[i]);
}

static const char *
get_primitive_name (char letter)
{
  static const char letters[] = "BCDFIJSVZ";
  static const char *const names[] = { "byte", "char", "double", "float", "int", "long", "short", "void", "boolean" };

  return names[strchr (letters, letter) - letters];
}

/* Appends a type of a signature, with its original class, in the forms of the trace and of a mapping. */
static void
append_type (StrataMapping *self,
             StrataMappingText type,
             GString *descriptor,
             GString *readable)
{
  gsize n_dimensions = 0;

  while (type.text[n_dimensions] == '[')
    n_dimensions++;

  g_string_append_len (descriptor, type.text, (gssize) n_dimensions);
  if (type.text[n_dimensions] == 'L')
    {
      StrataMappingText name = { type.text + n_dimensions + 1, type.n_bytes - n_dimensions - 2 };
      const Class *class = find_class (self, name);

      if (class != NULL)
        name = class->original;
      g_string_append_c (descriptor, 'L');
      append_class (descriptor, name, class != NULL ? '/' : '\0');
      g_string_append_c (descriptor, ';');
      append_class (readable, name, '.');
    }
  else
    {
      g_string_append_len (descriptor, type.text + n_dimensions, (gssize) (type.n_bytes - n_dimensions));
      if (type.text[n_dimensions] != 'T')
        g_string_append (readable, get_primitive_name (type.text[n_dimensions]));
    }

  for (gsize i = 0; i < n_dimensions; i++)
    g_string_append (readable, "[]");
}

/* FALSE if the signature is invalid or too long. */
static gboolean
read_signature (StrataMapping *self,
                Name *name)
{
  StrataMappingText rest = name->signature;
  GString *readable = name->arguments;

  if (rest.n_bytes == 0 || *rest.text != '(')
    return FALSE;

  for (gsize i = 1; i < rest.n_bytes;)
    {
      gsize n_type;

      if (rest.text[i] == ')' && readable == name->arguments)
        {
          g_string_append_c (name->descriptor, ')');
          readable = name->result;
          i++;
          continue;
        }

      n_type = strata_method_signature_get_type_bytes (rest.text + i, rest.n_bytes - i);
      if (n_type == 0 || name->descriptor->len > MAX_NAME_BYTES)
        return FALSE;
      if (readable->len > 0)
        g_string_append_c (readable, ',');
      append_type (self, (StrataMappingText){ rest.text + i, n_type }, name->descriptor, readable);
      i += n_type;
    }

  return readable == name->result && readable->len > 0;
}

/* `class.method (signature)`; the signature may be missing. */
static gboolean
split_name (StrataMappingText text,
            Name *name)
{
  const char *space = memmem (text.text, text.n_bytes, " (", 2);
  gsize n_path = space != NULL ? (gsize) (space - text.text) : text.n_bytes;
  const char *colon = memrchr (text.text, ':', n_path);
  const char *point = colon != NULL ? colon : memrchr (text.text, '.', n_path);

  if (point == NULL || text.n_bytes > MAX_NAME_BYTES)
    return FALSE;

  name->class_name = (StrataMappingText){ text.text, (gsize) (point - text.text) };
  name->joint = *point;
  name->method = (StrataMappingText){ point + 1, n_path - name->class_name.n_bytes - 1 };
  if (space != NULL)
    name->signature = (StrataMappingText){ space + 1, text.n_bytes - n_path - 1 };

  return TRUE;
}

static gboolean
equals_string (StrataMappingText text,
               const GString *string)
{
  return text.n_bytes == string->len && memcmp (text.text, string->str, string->len) == 0;
}

static Fit
get_fit (const StrataMappingMethod *method,
         const Name *name)
{
  if (method->residual.n_bytes > 0 && strata_mapping_text_equal (&method->residual, &name->signature))
    return FIT_RESIDUAL;
  if (!name->has_types)
    return FIT_NAME;

  return equals_string (method->arguments, name->arguments) && equals_string (method->result, name->result) ? FIT_ALL : FIT_NONE;
}

static gboolean
is_told (const StrataMappingMethod *const *originals,
         guint n_originals,
         const StrataMappingMethod *method)
{
  for (guint i = 0; i < n_originals; i++)
    if (strata_mapping_text_equal (&originals[i]->name, &method->name))
      return TRUE;

  return FALSE;
}

/* Finds the methods that fit best, with different names, in their order. */
static guint
find_originals (const StrataMappingMethod *methods,
                const Name *name,
                const StrataMappingMethod **originals)
{
  Fit best = FIT_NONE;
  guint n_originals = 0;

  for (const StrataMappingMethod *method = methods; method != NULL; method = method->next)
    {
      const Fit fit = get_fit (method, name);

      if (fit > best)
        n_originals = 0;
      best = MAX (best, fit);
      if (fit != FIT_NONE && fit == best && n_originals < MAX_ORIGINALS && !is_told (originals, n_originals, method))
        originals[n_originals++] = method;
    }

  return n_originals;
}

/* The trace's separator of packages: that of this class if it has one, otherwise that of earlier classes. */
static char
get_separator (StrataMapping *self,
               StrataMappingText class_name)
{
  if (memchr (class_name.text, '/', class_name.n_bytes) != NULL)
    self->separator = '/';
  else if (memchr (class_name.text, '.', class_name.n_bytes) != NULL)
    self->separator = '.';

  return self->separator;
}

static char *
join_name (StrataMapping *self,
           Class *class,
           const Name *name)
{
  const StrataMappingMethod *originals[MAX_ORIGINALS];
  guint n_originals = 0;
  StrataMappingText owner = class != NULL ? class->original : name->class_name;
  const char separator = get_separator (self, name->class_name);
  GString *out = g_string_sized_new (256);

  if (class != NULL)
    {
      if (class->methods == NULL)
        class->methods = strata_mapping_read_members (class->members);
      n_originals = find_originals (g_hash_table_lookup (class->methods, &name->method), name, originals);
    }

  if (n_originals > 0 && originals[0]->owner.n_bytes > 0)
    owner = originals[0]->owner;
  append_class (out, owner, class != NULL ? separator : '\0');
  g_string_append_c (out, name->joint);

  if (n_originals == 0)
    g_string_append_len (out, name->method.text, (gssize) name->method.n_bytes);
  for (guint i = 0; i < n_originals; i++)
    {
      g_string_append (out, i > 0 ? "|" : "");
      g_string_append_len (out, originals[i]->name.text, (gssize) originals[i]->name.n_bytes);
    }

  if (name->signature.n_bytes > 0)
    g_string_append_c (out, ' ');
  if (name->has_types)
    g_string_append_len (out, name->descriptor->str, (gssize) name->descriptor->len);
  else
    g_string_append_len (out, name->signature.text, (gssize) name->signature.n_bytes);

  return g_string_free (out, FALSE);
}

/**
 * strata_mapping_dup_name:
 * @self: a mapping
 * @name: (array length=n_bytes): a method: `class.method (signature)` in method traces, `class:method` or a number in
 *   RheaTrace
 * @n_bytes: length of the name
 *
 * Finds the name of a method in the program, with its class and types. Overloads are distinguished by the types of
 * their arguments; if several remain, all are returned, like `load|save`.
 *
 * Returns: (transfer full) (nullable): its name, or %NULL if it is the same
 */
char *
strata_mapping_dup_name (StrataMapping *self,
                         const char *name,
                         gsize n_bytes)
{
  g_autoptr (GString) descriptor = g_string_new ("(");
  g_autoptr (GString) arguments = g_string_new (NULL);
  g_autoptr (GString) result = g_string_new (NULL);
  Name parts = { .descriptor = descriptor, .arguments = arguments, .result = result };
  g_autofree char *original = NULL;

  if (self->ids != NULL)
    return strata_mapping_dup_by_id (self->ids, name, n_bytes);
  if (!split_name ((StrataMappingText){ name, n_bytes }, &parts))
    return NULL;

  parts.has_types = read_signature (self, &parts);
  original = join_name (self, find_class (self, parts.class_name), &parts);
  if (strlen (original) > MAX_NAME_BYTES || (strlen (original) == n_bytes && memcmp (original, name, n_bytes) == 0))
    return NULL;

  return g_steal_pointer (&original);
}
