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

/* Sets are unique. The arguments of many occur only once, whereas all other fields together have few values. So a set is the
 * id of its arguments and that of a row with the rest. Nearly always it is found by one of these, otherwise by both. Rows
 * have no padding, since they are hashed as a whole. */
struct _StrataAttrTable
{
  StrataArgTexts *texts; /* owned */
  StrataColumn args;     /* guint32: the arguments of a set */
  StrataColumn rests;    /* guint32: the row of a set */
  StrataColumn by_args;  /* guint32: id + 1 of the first set with some arguments, or 0; by their id */
  StrataSlots slots;     /* id + 1: other sets with arguments */
  StrataColumn rows;     /* StrataAttrs, without arguments */
  StrataColumn by_row;   /* guint32: id + 1 of the set with nothing but a row, or 0; by row */
  StrataSlots row_slots; /* row + 1 */
  guint32 last_row;      /* the row that was found last */
  GHashTable *typed;     /* (nullable) owned: key of arguments that are messages with a type -> whether they are dictionaries, plus 1 */
};

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

static inline gboolean
is_row (const StrataAttrTable *self,
        guint32 row,
        const StrataAttrs *attrs)
{
  return memcmp (&strata_column_at (&self->rows, StrataAttrs, row), attrs, sizeof *attrs) == 0;
}

static guint32
intern_row (StrataAttrTable *self,
            const StrataAttrs *attrs)
{
  const guint32 hash = hash_attrs (attrs);
  StrataSlot *slot = strata_slots_first (&self->row_slots, hash);

  while (slot->row != 0 && !(slot->hash == hash && is_row (self, slot->row - 1, attrs)))
    slot = strata_slots_next (&self->row_slots, slot);

  if (slot->row != 0)
    return slot->row - 1;

  *(StrataAttrs *) strata_column_push (&self->rows, sizeof *attrs) = *attrs;
  strata_column_push_u32 (&self->by_row, 0);
  strata_slots_take (&self->row_slots, slot, hash, (guint32) self->rows.n);
  return (guint32) self->rows.n - 1;
}

/* Returns its id + 1. */
static guint32
add_set (StrataAttrTable *self,
         guint32 args,
         guint32 row)
{
  strata_column_push_u32 (&self->args, args);
  strata_column_push_u32 (&self->rests, row);
  return (guint32) self->args.n;
}

static gboolean
is_set (const StrataAttrTable *self,
        guint32 id,
        guint32 args,
        guint32 row)
{
  return strata_column_at (&self->args, guint32, id) == args && strata_column_at (&self->rests, guint32, id) == row;
}

/* Finds a set that is not the first with its arguments. */
static guint32
intern_other (StrataAttrTable *self,
              guint32 args,
              guint32 row)
{
  const guint32 hash = (args * 0x9e3779b1u ^ row) * 0x85ebca6bu >> 7;
  StrataSlot *slot = strata_slots_first (&self->slots, hash);

  while (slot->row != 0 && !(slot->hash == hash && is_set (self, slot->row - 1, args, row)))
    slot = strata_slots_next (&self->slots, slot);

  if (slot->row != 0)
    return slot->row - 1;

  const guint32 set = add_set (self, args, row);

  strata_slots_take (&self->slots, slot, hash, set);
  return set - 1;
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

  self->texts = strata_arg_texts_new ();
  strata_slots_init (&self->slots, 64);
  strata_slots_init (&self->row_slots, 64);
  strata_attr_table_intern (self, &none);

  return self;
}

void
strata_attr_table_free (StrataAttrTable *self)
{
  if (self == NULL)
    return;

  strata_arg_texts_free (self->texts);
  strata_column_clear (&self->args);
  strata_column_clear (&self->rests);
  strata_column_clear (&self->by_args);
  strata_slots_clear (&self->slots);
  strata_column_clear (&self->rows);
  strata_column_clear (&self->by_row);
  strata_slots_clear (&self->row_slots);
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

static guint32 *
find_by_args (StrataAttrTable *self,
              guint32 args)
{
  while (self->by_args.n <= args)
    strata_column_push_u32 (&self->by_args, 0);

  return &strata_column_at (&self->by_args, guint32, args);
}

/**
 * strata_attr_table_intern_args:
 * @self: the table
 * @text: (array length=n_bytes): arguments, "key=value,key2=value", not NUL-ended
 * @n_bytes: their length
 *
 * Returns: their id for a set of this table; equal ones have equal ids
 */
guint32
strata_attr_table_intern_args (StrataAttrTable *self,
                               const char *text,
                               gsize n_bytes)
{
  return n_bytes > 0 ? strata_arg_texts_intern (self->texts, text, n_bytes) : STRATA_ARGS_NONE;
}

/**
 * strata_attr_table_dup_args:
 * @self: the table
 * @args: id of the arguments of a set
 *
 * Returns: (transfer full): the arguments, see [func@Strata.args_next]; "" if there are none
 */
char *
strata_attr_table_dup_args (const StrataAttrTable *self,
                            guint32 args)
{
  return strata_arg_texts_dup (self->texts, args);
}

/* The same for the arguments of a set. */
char *
strata_attr_table_dup_args_of (const StrataAttrTable *self,
                               guint32 id)
{
  return strata_arg_texts_dup (self->texts, strata_column_at (&self->args, guint32, id));
}

/* Whether the arguments of a set contain a word without digits. */
gboolean
strata_attr_table_has_word (const StrataAttrTable *self,
                            guint32 id,
                            const char *word)
{
  return strata_arg_texts_has_word (self->texts, strata_column_at (&self->args, guint32, id), word);
}

/* Returns how many different arguments there are; their ids are below this. */
guint32
strata_attr_table_get_n_args (const StrataAttrTable *self)
{
  return strata_arg_texts_get_n_texts (self->texts);
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
  StrataAttrs rest = *attrs;

  rest.args = STRATA_ARGS_NONE;

  const guint32 row = self->rows.n > 0 && is_row (self, self->last_row, &rest) ? self->last_row : intern_row (self, &rest);
  guint32 *known = attrs->args == STRATA_ARGS_NONE ? &strata_column_at (&self->by_row, guint32, row) : find_by_args (self, attrs->args);

  self->last_row = row;
  if (*known == 0)
    *known = add_set (self, attrs->args, row);

  return strata_column_at (&self->rests, guint32, *known - 1) == row ? *known - 1 : intern_other (self, attrs->args, row);
}

/* The same for a set with nothing but arguments. */
guint32
strata_attr_table_intern_only_args (StrataAttrTable *self,
                                    const char *text,
                                    gsize n_bytes)
{
  const StrataAttrs attrs = { .args = strata_attr_table_intern_args (self, text, n_bytes) };

  return strata_attr_table_intern (self, &attrs);
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
  StrataAttrs attrs = strata_column_at (&self->rows, StrataAttrs, strata_column_at (&self->rests, guint32, id));

  attrs.args = strata_column_at (&self->args, guint32, id);
  return attrs;
}

/* Returns how many sets there are; ids are below this. */
guint32
strata_attr_table_get_n_sets (const StrataAttrTable *self)
{
  return (guint32) self->args.n;
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
