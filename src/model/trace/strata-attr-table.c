/* strata-attr-table.c - HiTrace attributes of slices
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-attr-table.h"

#include <string.h>

#include "strata-column.h"
#include "strata-slots.h"

/* Sets are unique. Most have nothing but arguments, and each system call, for example, may have its own: of such a set
 * only the string id is stored, by which it is also found. Others have a row, and `slots` finds it by its bytes. Rows
 * have no padding, since they are hashed as a whole. */
struct _StrataAttrTable
{
  StrataColumn sets;    /* guint32: the string id of arguments alone, or IN_ROW and a place in @rows */
  StrataColumn rows;    /* StrataAttrs */
  StrataColumn by_args; /* guint32: id + 1 of the set of arguments alone, or 0; by string id */
  StrataSlots slots;    /* id + 1 */
  GHashTable *typed;    /* (nullable) owned: key of arguments that are messages with a type -> whether they are dictionaries, plus 1 */
};

#define IN_ROW 0x80000000u

/* HiTraceMeter, "HiTraceMeter Tags": the document omits 1 to 4 and 8. */
static const char *const tag_names[64] = {
  [0] = "always",
  [5] = "commercial",
  [6] = "drm",
  [7] = "security",
  [9] = "animation",
  [10] = "push",
  [11] = "virse",
  [12] = "musl",
  [13] = "ffrt",
  [14] = "cloud",
  [15] = "deviceauth",
  [16] = "commonlibrary",
  [17] = "hdcd",
  [18] = "hdf",
  [19] = "usb",
  [20] = "interconn",
  [21] = "dlpcre",
  [22] = "accesscontrol",
  [23] = "net",
  [24] = "nweb",
  [25] = "huks",
  [26] = "useriam",
  [27] = "daudio",
  [28] = "dlsm",
  [29] = "filemanagement",
  [30] = "ohos",
  [31] = "ability",
  [32] = "zcamera",
  [33] = "zmedia",
  [34] = "zimage",
  [35] = "zaudio",
  [36] = "distributeddatamgr",
  [37] = "mdfs",
  [38] = "graphic",
  [39] = "ace",
  [40] = "notification",
  [41] = "misc",
  [42] = "multimodalinput",
  [43] = "sensors",
  [44] = "msdp",
  [45] = "dsoftbus",
  [46] = "rpc",
  [47] = "ark",
  [48] = "window",
  [49] = "account",
  [50] = "dscreen",
  [51] = "dcamera",
  [52] = "dhfwk",
  [53] = "gresource",
  [54] = "devicemanager",
  [55] = "samgr",
  [56] = "power",
  [57] = "dsched",
  [58] = "deviceprofile",
  [59] = "dinput",
  [60] = "bluetooth",
  [61] = "accessibility",
  [62] = "app",
};

static guint32
hash_attrs (const StrataAttrs *attrs)
{
  guint64 words[sizeof *attrs / 8];
  guint64 hash = 0;

  memcpy (words, attrs, sizeof words);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      hash = (hash ^ words[i]) * 0xc4ceb9fe1a85ec53u;
      hash ^= hash >> 31;
    }

  return (guint32) (hash >> 20);
}

static gboolean
is_row (const StrataAttrTable *self,
        guint32 id,
        const StrataAttrs *attrs)
{
  const guint32 set = strata_column_at (&self->sets, guint32, id);

  return memcmp (&strata_column_at (&self->rows, StrataAttrs, set & ~IN_ROW), attrs, sizeof *attrs) == 0;
}

static StrataSlot *
find_slot (const StrataAttrTable *self,
           const StrataAttrs *attrs,
           guint32 hash)
{
  StrataSlot *slot = strata_slots_first (&self->slots, hash);

  while (slot->row != 0 && !(slot->hash == hash && is_row (self, slot->row - 1, attrs)))
    slot = strata_slots_next (&self->slots, slot);

  return slot;
}

static guint32
intern_row (StrataAttrTable *self,
            const StrataAttrs *attrs)
{
  const guint32 hash = hash_attrs (attrs);
  StrataSlot *slot = find_slot (self, attrs, hash);

  if (slot->row != 0)
    return slot->row - 1;

  strata_column_push_u32 (&self->sets, IN_ROW | (guint32) self->rows.n);
  *(StrataAttrs *) strata_column_push (&self->rows, sizeof *attrs) = *attrs;
  strata_slots_take (&self->slots, slot, hash, (guint32) self->sets.n);

  return (guint32) self->sets.n - 1;
}

static guint32
intern_args (StrataAttrTable *self,
             guint32 args)
{
  while (self->by_args.n <= args)
    strata_column_push_u32 (&self->by_args, 0);

  guint32 *known = &strata_column_at (&self->by_args, guint32, args);

  if (*known == 0)
    {
      strata_column_push_u32 (&self->sets, args);
      *known = (guint32) self->sets.n;
    }

  return *known - 1;
}

static gboolean
has_only_args (const StrataAttrs *attrs)
{
  const StrataAttrs only = { .args = attrs->args };

  return attrs->args < IN_ROW && memcmp (attrs, &only, sizeof only) == 0;
}

/**
 * strata_attr_table_new:
 *
 * Returns: (transfer full): a table that contains the empty set as %STRATA_ATTRS_NONE
 */
StrataAttrTable *
strata_attr_table_new (void)
{
  static const StrataAttrs none = { 0 };
  StrataAttrTable *self = g_new0 (StrataAttrTable, 1);

  strata_slots_init (&self->slots, 64);
  strata_attr_table_intern (self, &none);

  return self;
}

void
strata_attr_table_free (StrataAttrTable *self)
{
  if (self == NULL)
    return;

  strata_column_clear (&self->sets);
  strata_column_clear (&self->rows);
  strata_column_clear (&self->by_args);
  strata_slots_clear (&self->slots);
  g_clear_pointer (&self->typed, g_hash_table_unref);
  g_free (self);
}

/**
 * strata_attr_table_note_typed:
 * @self: the table
 * @key: the key of an argument
 * @is_dictionary: whether its value is a dictionary
 *
 * Notes that the arguments with a key are messages whose type the file describes, not annotations with any name.
 */
void
strata_attr_table_note_typed (StrataAttrTable *self,
                              const char *key,
                              gboolean is_dictionary)
{
  if (self->typed == NULL)
    self->typed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (!g_hash_table_contains (self->typed, key))
    g_hash_table_insert (self->typed, g_strdup (key), GUINT_TO_POINTER (1 + (is_dictionary != FALSE)));
}

/* Whether an argument is such a message. An annotation may have the same key, but hardly a value of the same kind. */
gboolean
strata_attr_table_is_typed (const StrataAttrTable *self,
                            const char *key,
                            gboolean is_dictionary)
{
  return self->typed != NULL && GPOINTER_TO_UINT (g_hash_table_lookup (self->typed, key)) == 1u + (is_dictionary != FALSE);
}

/**
 * strata_attr_table_intern:
 * @self: the table
 * @attrs: a set; fields that are not known are 0
 *
 * Finds or adds a set.
 *
 * Returns: its id; equal sets have equal ids
 */
guint32
strata_attr_table_intern (StrataAttrTable *self,
                          const StrataAttrs *attrs)
{
  return has_only_args (attrs) ? intern_args (self, attrs->args) : intern_row (self, attrs);
}

/**
 * strata_attr_table_get:
 * @self: the table
 * @id: an id of this table
 *
 * Returns: the set
 */
StrataAttrs
strata_attr_table_get (const StrataAttrTable *self,
                       guint32 id)
{
  const guint32 set = strata_column_at (&self->sets, guint32, id);

  return set >= IN_ROW ? strata_column_at (&self->rows, StrataAttrs, set & ~IN_ROW) : (StrataAttrs){ .args = set };
}

/* Returns how many sets there are; ids are below this. */
guint32
strata_attr_table_get_n_sets (const StrataAttrTable *self)
{
  return (guint32) self->sets.n;
}

/**
 * strata_level_get_name:
 * @level: 'D', 'I', 'C', 'M' or 0
 *
 * Returns: (transfer none): the level's name in the documents, "" when not known
 */
const char *
strata_level_get_name (guint32 level)
{
  switch (level)
    {
    case 'D':
      return "DEBUG";
    case 'I':
      return "INFO";
    case 'C':
      return "CRITICAL";
    case 'M':
      return "COMMERCIAL";
    default:
      return "";
    }
}

/**
 * strata_level_parse:
 * @name: a text
 *
 * Returns: the level with this name from [func@Strata.level_get_name], 0 if there is none
 */
guint32
strata_level_parse (const char *name)
{
  static const char levels[] = "DICM";

  for (guint i = 0; levels[i] != '\0'; i++)
    if (g_str_equal (name, strata_level_get_name ((guint32) levels[i])))
      return (guint32) levels[i];

  return 0;
}

/**
 * strata_tags_to_string:
 * @tags: a set of tags as bits
 *
 * Writes the names of the tags in ascending order, "ohos,app"; a tag without a
 * name as its number.
 *
 * Returns: (transfer full): the text, "" for none
 */
char *
strata_tags_to_string (guint64 tags)
{
  GString *text = g_string_new (NULL);

  for (guint tag = 0; tag < 64; tag++)
    {
      if ((tags >> tag & 1) == 0)
        continue;

      if (text->len > 0)
        g_string_append_c (text, ',');

      if (tag_names[tag] != NULL)
        g_string_append (text, tag_names[tag]);
      else
        g_string_append_printf (text, "%02u", tag);
    }

  return g_string_free (text, FALSE);
}

static guint64
parse_tag (const char *word)
{
  guint64 number;

  for (guint tag = 0; tag < 64; tag++)
    if (tag_names[tag] != NULL && g_str_equal (word, tag_names[tag]))
      return G_GUINT64_CONSTANT (1) << tag;

  return g_ascii_string_to_unsigned (word, 10, 0, 63, &number, NULL) ? G_GUINT64_CONSTANT (1) << number : 0;
}

/**
 * strata_tags_parse:
 * @text: a text
 *
 * Returns: the tags in a text from [func@Strata.tags_to_string]; unknown words are ignored
 */
guint64
strata_tags_parse (const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);
  guint64 tags = 0;

  for (guint i = 0; words[i] != NULL; i++)
    tags |= parse_tag (words[i]);

  return tags;
}

static gboolean
is_escaped (const char *begin,
            const char *at)
{
  gsize n = 0;

  while (at - n > begin && at[-(gssize) n - 1] == '\\')
    n++;

  return n % 2 == 1;
}

/* The end of a quoted value, before the next argument or the end. Quotes in it have a backslash, unless the program did not
 * escape them. */
static const char *
find_quote_end (const char *text)
{
  const char *first = NULL;

  for (const char *quote = strchr (text + 1, '"'); quote != NULL; quote = strchr (quote + 1, '"'))
    if (quote[1] == ',' || quote[1] == '\0')
      {
        if (!is_escaped (text + 1, quote))
          return quote + 1;
        if (first == NULL)
          first = quote + 1;
      }

  return first;
}

/* The quote that ends a value within brackets; NULL if there is none. */
static const char *
find_inner_quote (const char *text)
{
  const char *quote = strchr (text + 1, '"');

  while (quote != NULL && is_escaped (text + 1, quote))
    quote = strchr (quote + 1, '"');

  return quote;
}

/* The end of one argument: a comma outside all brackets, or the end. Values are printed structures
 * such as "(1,1)" and "T { a: 1 }", or quoted text. */
static const char *
find_arg_end (const char *text)
{
  const char *equals = strpbrk (text, "=,");
  const char *quote = *text == '"' ? text : equals != NULL && equals[0] == '=' && equals[1] == '"' ? equals + 1
                                                                                                   : NULL;
  const char *quote_end = quote != NULL ? find_quote_end (quote) : NULL;
  int depth = 0;

  if (quote_end != NULL)
    return quote_end;

  for (; *text != '\0'; text++)
    {
      const gboolean is_quote = *text == '"' && depth > 0 && strchr ("=,[{", text[-1]) != NULL;
      const char *inner_end = is_quote ? find_inner_quote (text) : NULL;

      if (inner_end != NULL)
        text = inner_end;
      else if (strchr ("([{", *text) != NULL)
        depth++;
      else if (strchr (")]}", *text) != NULL)
        depth = MAX (depth - 1, 0);
      else if (*text == ',' && depth == 0)
        break;
    }

  return text;
}

/**
 * strata_args_next:
 * @cursor: (inout): the position; starts at the text of the arguments
 * @arg: (out caller-allocates): the argument found
 *
 * Walks the "key=value,key2=value2" of HiTraceMeter's custom arguments. Commas inside
 * brackets do not separate arguments.
 *
 * Returns: %FALSE at the end
 */
gboolean
strata_args_next (const char **cursor,
                  StrataArg *arg)
{
  const char *begin = *cursor;

  if (*begin == '\0')
    return FALSE;

  const char *end = find_arg_end (begin);
  const char *equals = *begin != '"' ? memchr (begin, '=', (gsize) (end - begin)) : NULL;

  arg->key = equals != NULL ? begin : NULL;
  arg->n_key_bytes = equals != NULL ? (gsize) (equals - begin) : 0;
  arg->value = equals != NULL ? equals + 1 : begin;
  arg->n_value_bytes = (gsize) (end - arg->value);
  *cursor = *end == ',' ? end + 1 : end;

  return TRUE;
}

/* Whether it has that key. */
gboolean
strata_arg_has_key (const StrataArg *arg,
                    const char *key)
{
  return arg->key != NULL && arg->n_key_bytes == strlen (key) && memcmp (arg->key, key, arg->n_key_bytes) == 0;
}
