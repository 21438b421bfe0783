/* strata-method-signature.c - formats methods as in source code
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-method-signature.h"

#include <string.h>

/* Method traces write `java/io/PrintStream.write ([BII)V`: class, method, and the types as in the
 * Java virtual machine (JVM specification 4.3). A name whose types cannot be parsed to the end is
 * not a method and is kept as is. */

/* Longer names are not methods, which limits the cost. */
#define MAX_NAME_BYTES 4096

/* A writer into a buffer that may be too small; like snprintf(), it keeps counting. */
typedef struct
{
  char *buffer;
  gsize n_buffer_bytes;
  gsize n_bytes;
} Writer;

typedef struct
{
  const char *class_end; /* the dot before the method */
  const char *method_end;
  const char *arguments; /* after the parenthesis */
  const char *result;
  const char *end;
} Parts;

static void
write_bytes (Writer *writer,
             const char *text,
             gsize n_bytes)
{
  for (gsize i = 0; i < n_bytes; i++, writer->n_bytes++)
    if (writer->n_bytes + 1 < writer->n_buffer_bytes)
      writer->buffer[writer->n_bytes] = text[i];
}

static void
write_text (Writer *writer,
            const char *text)
{
  write_bytes (writer, text, strlen (text));
}

static const char *
get_primitive_name (char letter)
{
  switch (letter)
    {
    case 'B':
      return "byte";
    case 'C':
      return "char";
    case 'D':
      return "double";
    case 'F':
      return "float";
    case 'I':
      return "int";
    case 'J':
      return "long";
    case 'S':
      return "short";
    case 'V':
      return "void";
    case 'Z':
      return "boolean";
    default:
      return NULL;
    }
}

/* Up to the semicolon outside all angle brackets. */
static gsize
get_class_type_bytes (const char *type,
                      gsize n_bytes)
{
  gsize n_open = 0;

  for (gsize i = 1; i < n_bytes && type[i] != '\0'; i++)
    {
      if (type[i] == ';' && n_open == 0)
        return i > 1 ? i + 1 : 0;

      if (type[i] == '<')
        n_open++;
      else if (type[i] == '>' && n_open > 0)
        n_open--;
    }

  return 0;
}

/**
 * strata_method_signature_get_type_bytes:
 * @type: (array length=n_bytes): a type such as `[Ljava/lang/String;`, and the text after it
 * @n_bytes: length of @type and the text after it
 *
 * Returns: length of the type in bytes; 0 when there is none
 */
gsize
strata_method_signature_get_type_bytes (const char *type,
                                        gsize n_bytes)
{
  gsize n_dimensions = 0;
  gsize n_type;

  while (n_dimensions < n_bytes && type[n_dimensions] == '[')
    n_dimensions++;
  if (n_dimensions == n_bytes)
    return 0;

  if (type[n_dimensions] == 'L' || type[n_dimensions] == 'T')
    n_type = get_class_type_bytes (type + n_dimensions, n_bytes - n_dimensions);
  else
    n_type = get_primitive_name (type[n_dimensions]) != NULL ? 1 : 0;

  return n_type > 0 ? n_dimensions + n_type : 0;
}

static const char *
find_last (const char *begin,
           const char *end,
           const char *separators)
{
  while (end > begin && strchr (separators, end[-1]) == NULL)
    end--;

  return end;
}

/* The class of `Ljava/util/List<Ljava/lang/String;>;` is written `List`. */
static void
write_class_type (Writer *writer,
                  const char *name,
                  gsize n_bytes)
{
  const char *generic = memchr (name, '<', n_bytes);
  const char *end = generic != NULL ? generic : name + n_bytes;
  const char *simple = find_last (name, end, "/.");

  write_bytes (writer, simple, (gsize) (end - simple));
}

static void
write_type (Writer *writer,
            const char *type,
            gsize n_bytes)
{
  gsize n_dimensions = strspn (type, "[");

  if (type[n_dimensions] == 'L' || type[n_dimensions] == 'T')
    write_class_type (writer, type + n_dimensions + 1, n_bytes - n_dimensions - 2);
  else
    write_text (writer, get_primitive_name (type[n_dimensions]));

  for (gsize i = 0; i < n_dimensions; i++)
    write_text (writer, "[]");
}

/* Finds the closing parenthesis, and the type after it up to the end. */
static gboolean
find_result (Parts *parts)
{
  const char *at = parts->arguments;

  while (*at != ')')
    {
      gsize n_type = strata_method_signature_get_type_bytes (at, (gsize) (parts->end - at));

      if (n_type == 0 || at[n_type - 1] == 'V')
        return FALSE;
      at += n_type;
    }

  parts->result = at + 1;

  gsize n_result = (gsize) (parts->end - parts->result);

  return n_result > 0 && strata_method_signature_get_type_bytes (parts->result, n_result) == n_result;
}

static gboolean
find_parts (const char *name,
            Parts *parts)
{
  gsize n_bytes = strnlen (name, MAX_NAME_BYTES + 1);

  parts->method_end = n_bytes <= MAX_NAME_BYTES ? strstr (name, " (") : NULL;
  parts->end = name + n_bytes;
  if (parts->method_end == NULL)
    return FALSE;

  const char *method = find_last (name, parts->method_end, ".");

  parts->arguments = parts->method_end + strlen (" (");
  parts->class_end = method > name ? method - 1 : name;
  if (parts->class_end == name || method == parts->method_end)
    return FALSE;

  return find_result (parts);
}

static void
write_class (Writer *writer,
             const char *name,
             const Parts *parts,
             StrataSignatureForm form)
{
  if (form == STRATA_SIGNATURE_SHORT)
    name = find_last (name, parts->class_end, "/.");

  for (const char *at = name; at < parts->class_end; at++)
    write_bytes (writer, *at == '/' ? "." : at, 1);
}

static void
write_arguments (Writer *writer,
                 const Parts *parts)
{
  gsize n_type;

  for (const char *at = parts->arguments; *at != ')'; at += n_type)
    {
      n_type = strata_method_signature_get_type_bytes (at, (gsize) (parts->end - at));
      if (at > parts->arguments)
        write_text (writer, ", ");
      write_type (writer, at, n_type);
    }
}

/**
 * strata_method_signature_write:
 * @name: the name of a slice
 * @form: how to write it
 * @buffer: (out caller-allocates) (array length=n_buffer_bytes): where to write it, truncated if too small
 * @n_buffer_bytes: size of the buffer, may be 0
 *
 * Writes a method of a method trace as in source code. Allocates no memory.
 *
 * Returns: length of the whole text; 0 and nothing written if @name is not such a method
 */
gsize
strata_method_signature_write (const char *name,
                               StrataSignatureForm form,
                               char *buffer,
                               gsize n_buffer_bytes)
{
  Writer writer = { buffer, n_buffer_bytes, 0 };
  Parts parts;

  if (!find_parts (name, &parts))
    return 0;

  write_class (&writer, name, &parts, form);
  write_bytes (&writer, parts.class_end, (gsize) (parts.method_end - parts.class_end));
  write_text (&writer, "(");
  write_arguments (&writer, &parts);
  write_text (&writer, ")");

  if (n_buffer_bytes > 0)
    buffer[MIN (writer.n_bytes, n_buffer_bytes - 1)] = '\0';

  return writer.n_bytes;
}

/**
 * strata_method_signature_dup:
 * @name: the name of a slice
 * @form: how to write it
 *
 * Returns: (transfer full): the method as in source code, or @name if it is not one
 */
char *
strata_method_signature_dup (const char *name,
                             StrataSignatureForm form)
{
  gsize n_bytes = strata_method_signature_write (name, form, NULL, 0);
  char *text;

  if (n_bytes == 0)
    return g_strdup (name);

  text = g_malloc (n_bytes + 1);
  strata_method_signature_write (name, form, text, n_bytes + 1);

  return text;
}

/**
 * strata_method_signature_dup_result:
 * @name: the name of a slice
 *
 * Returns: (transfer full) (nullable): the return type of the method, such as `void`; %NULL if @name is not a method
 */
char *
strata_method_signature_dup_result (const char *name)
{
  char buffer[512];
  Writer writer = { buffer, sizeof buffer, 0 };
  Parts parts;

  if (!find_parts (name, &parts))
    return NULL;

  write_type (&writer, parts.result, (gsize) (parts.end - parts.result));

  return g_strndup (buffer, MIN (writer.n_bytes, sizeof buffer - 1));
}
