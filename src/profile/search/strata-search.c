/* strata-search.c - parses what the user searches for
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-search.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-pattern.h"
#include "strata-search-private.h"

/* The language; data/man/strata-cli.1 describes it for the user:
 *
 *   any   = all { ( "or" | "|" ) all }
 *   all   = one { one }
 *   one   = "-" one | "(" any ")" | "/" regex "/" | field op value | value
 *   field = name | dur | … | "arg" [ "." key ]
 *   op    = ":" | "~" | "!~" | "=" | "!=" | "<" | "<=" | ">" | ">="
 *   value = word | '"' text '"' | "/" regex "/"
 *
 * A word with * or ? is a pattern for a whole text. Expressions between slashes are only for text
 * fields, after a colon.
 *
 * Names in traces are full of punctuation, so characters are special only where necessary:
 * parentheses inside a word belong to the word, and a word without a known field before its
 * operator is text, unless it can only be a comparison. Keywords and fields ignore case. */

#define MOST_TERMS 64
#define MOST_DEPTH 16
#define QUOTED_CHARACTERS 24

static void
node_free (gpointer data)
{
  StrataSearchNode *node = data;

  if (node == NULL)
    return;

  g_clear_pointer (&node->children, g_ptr_array_unref);
  g_free (node);
}

static StrataSearchNode *
node_new (StrataSearchNodeKind kind)
{
  StrataSearchNode *node = g_new0 (StrataSearchNode, 1);

  node->kind = kind;
  if (kind != STRATA_SEARCH_TERM)
    node->children = g_ptr_array_new_with_free_func (node_free);

  return node;
}

typedef struct
{
  const char *at;
  guint depth; /* of parentheses and minuses */
  guint n_open;
  GPtrArray *terms; /* (element-type StrataSearchTerm) borrowed */
  GError **error;
} Parser;

static StrataSearchNode *parse_any (Parser *self);

/* Sets the error: what is wrong, and the text from @place on, shortened. */
static gpointer
fail (Parser *self,
      const char *place,
      const char *sentence)
{
  const glong n = g_utf8_strlen (place, -1);
  g_autofree char *quoted = g_utf8_substring (place, 0, MIN (n, QUOTED_CHARACTERS));

  if (n == 0)
    g_set_error (self->error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("at the end: %s"), sentence);
  else
    g_set_error (self->error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("at “%s%s”: %s"), quoted, n > QUOTED_CHARACTERS ? "…" : "", sentence);

  return NULL;
}

static void
skip_space (Parser *self)
{
  while (g_ascii_isspace (*self->at))
    self->at++;
}

/* "or" or "|", as a word. */
static gsize
get_or_bytes (const char *at)
{
  const gsize n = *at == '|' ? 1 : g_ascii_strncasecmp (at, "or", 2) == 0 ? 2
                                                                          : 0;

  return n > 0 && (at[n] == '\0' || g_ascii_isspace (at[n]) || at[n] == '(') ? n : 0;
}

/* Text between quotation marks, in which \" is a quotation mark. */
static char *
parse_quoted (Parser *self)
{
  const char *place = self->at++;
  GString *text = g_string_new (NULL);

  for (; *self->at != '\0' && *self->at != '"'; self->at++)
    {
      if (self->at[0] == '\\' && (self->at[1] == '"' || self->at[1] == '\\'))
        self->at++;
      g_string_append_c (text, *self->at);
    }

  if (*self->at == '"')
    {
      self->at++;
      return g_string_free (text, FALSE);
    }

  g_string_free (text, TRUE);
  return fail (self, place, _ ("the closing quotation mark is missing"));
}

/* Up to the next space, or the parenthesis that closes a group. */
static char *
parse_word (Parser *self)
{
  const char *begin = self->at;
  guint n_inside = 0;

  for (; *self->at != '\0' && !g_ascii_isspace (*self->at); self->at++)
    {
      if (*self->at == ')' && n_inside == 0 && self->n_open > 0)
        break;
      if (*self->at == '(')
        n_inside++;
      if (*self->at == ')' && n_inside > 0)
        n_inside--;
    }

  return g_strndup (begin, (gsize) (self->at - begin));
}

static char *
parse_value (Parser *self)
{
  return *self->at == '"' ? parse_quoted (self) : parse_word (self);
}

static StrataSearchNode *
add_term (Parser *self,
          const char *place,
          const StrataSearchField *field,
          StrataSearchOp op,
          const char *key,
          const char *text)
{
  g_autoptr (GError) error = NULL;

  if (self->terms->len >= MOST_TERMS)
    return fail (self, place, _ ("the search is too long"));

  StrataSearchTerm *term = strata_search_term_new (field, op, key, text, &error);

  if (term == NULL)
    return fail (self, place, error->message);

  StrataSearchNode *node = node_new (STRATA_SEARCH_TERM);

  node->term = self->terms->len;
  g_ptr_array_add (self->terms, term);
  return node;
}

static StrataSearchNode *
negate (StrataSearchNode *node)
{
  if (node == NULL)
    return NULL;

  StrataSearchNode *not = node_new (STRATA_SEARCH_NOT);

  g_ptr_array_add (not ->children, node);
  return not ;
}

typedef struct
{
  const char *text;
  StrataSearchOp op;
  gboolean is_negated;
} Operator;

/* Longer ones first. */
static const Operator operators[] = {
  { "!=", STRATA_SEARCH_EQUALS, TRUE },
  { "!~", STRATA_SEARCH_MATCHES, TRUE },
  { "<=", STRATA_SEARCH_AT_MOST, FALSE },
  { ">=", STRATA_SEARCH_AT_LEAST, FALSE },
  { "<", STRATA_SEARCH_BELOW, FALSE },
  { ">", STRATA_SEARCH_ABOVE, FALSE },
  { "=", STRATA_SEARCH_EQUALS, FALSE },
  { "~", STRATA_SEARCH_MATCHES, FALSE },
  { ":", STRATA_SEARCH_CONTAINS, FALSE },
};

static const Operator *
find_operator (const char *at)
{
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (g_str_has_prefix (at, operators[i].text))
      return &operators[i];

  return NULL;
}

/* A possible field and its operator; a comparison may have spaces around it, as in "dur > 16ms". */
typedef struct
{
  const char *name;
  gsize n_bytes;
  char *key; /* owned; nullable */
  const Operator *op;
  const char *value; /* where the value begins */
} Beginning;

static void
beginning_clear (Beginning *self)
{
  g_free (self->key);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Beginning, beginning_clear)

static gboolean
find_beginning (const char *at,
                Beginning *found)
{
  const char *end = at;

  while (g_ascii_isalpha (*end))
    end++;

  *found = (Beginning){ at, (gsize) (end - at), NULL, NULL, NULL };
  if (found->n_bytes == 3 && *end == '.' && g_ascii_strncasecmp (at, "arg", 3) == 0)
    {
      const char *key = ++end;

      end += strcspn (end, " \t\n\"!<>=~:()");
      found->key = g_strndup (key, (gsize) (end - key));
    }

  const char *op = end;

  while (*op == ' ')
    op++;

  found->op = op == end || strchr ("<>", *op) != NULL ? find_operator (op) : NULL;
  if (found->op == NULL || found->n_bytes == 0)
    return FALSE;

  found->value = op + strlen (found->op->text);
  while (*found->value == ' ')
    found->value++;

  return TRUE;
}

/* A mistyped field rather than text: no name looks like a~b or a>1. */
static gboolean
looks_like_field (const Beginning *beginning)
{
  const StrataSearchOp op = beginning->op->op;

  return beginning->value[-1] != ' ' && (op == STRATA_SEARCH_MATCHES || (op >= STRATA_SEARCH_BELOW && g_ascii_isdigit (*beginning->value)));
}

static StrataSearchNode *
parse_is (Parser *self,
          const char *place)
{
  g_autofree char *word = parse_word (self);
  g_autofree char *name = g_strconcat ("is:", word, NULL);
  const StrataSearchField *field = strata_search_find_field (name, strlen (name));

  if (field == NULL)
    return fail (self, place, _ ("expected slice, instant, counter, run, main, call, async, kernel, unfinished or exception after is:"));

  return add_term (self, place, field, STRATA_SEARCH_CONTAINS, NULL, word);
}

/* In a text field, a word with wildcards is a pattern. */
static StrataSearchOp
find_pattern (const StrataSearchField *field,
              StrataSearchOp op,
              const char *word)
{
  return op == STRATA_SEARCH_CONTAINS && field->type == STRATA_SEARCH_TEXT && strpbrk (word, "*?") != NULL ? STRATA_SEARCH_IS_LIKE : op;
}

/* Reads up to the next slash, where \/ is a literal slash; @at stays there, or at the end of the string. */
static char *
read_regex (const char **at)
{
  GString *text = g_string_new (NULL);

  for (; **at != '\0' && **at != '/'; ++*at)
    {
      if ((*at)[0] == '\\' && (*at)[1] == '/')
        ++*at;
      else if ((*at)[0] == '\\' && (*at)[1] != '\0')
        g_string_append_c (text, *(*at)++);
      g_string_append_c (text, **at);
    }

  return g_string_free (text, FALSE);
}

static gboolean
ends_value (char c)
{
  return c == '\0' || c == ')' || g_ascii_isspace (c);
}

/* The regular expression of "thread:/…/"; %NULL if the slash belongs to a path, as in
 * "arg.file:/data/app", or to the next term, as in "arg.url:/a arg.url:/". */
static char *
find_regex (Parser *self,
            const Beginning *beginning,
            const StrataSearchField *field)
{
  const char *at = self->at + 1;

  if (*self->at != '/' || field->type != STRATA_SEARCH_TEXT || beginning->op->op != STRATA_SEARCH_CONTAINS)
    return NULL;

  g_autofree char *text = read_regex (&at);

  if (*text == '\0' || *at == '\0' || !ends_value (at[1]) || (strchr (text, ' ') != NULL && strchr (":=~ ", at[-1]) != NULL))
    return NULL;

  self->at = at + 1;
  return g_steal_pointer (&text);
}

static StrataSearchNode *
parse_field (Parser *self,
             const Beginning *beginning,
             const StrataSearchField *field)
{
  const char *place = self->at;

  self->at = beginning->value;

  g_autofree char *regex = find_regex (self, beginning, field);

  if (regex != NULL)
    return add_term (self, place, field, STRATA_SEARCH_MATCHES, beginning->key, regex);

  const gboolean is_quoted = *self->at == '"';
  g_autofree char *value = parse_value (self);

  if (value == NULL)
    return NULL;

  const StrataSearchOp op = is_quoted ? beginning->op->op : find_pattern (field, beginning->op->op, value);
  StrataSearchNode *node = add_term (self, place, field, op, beginning->key, value);

  return beginning->op->is_negated ? negate (node) : node;
}

static StrataSearchNode *
fail_field (Parser *self,
            const Beginning *beginning)
{
  g_autofree char *name = g_strndup (beginning->name, beginning->n_bytes);
  g_autofree char *names = strata_search_dup_field_names ();
  g_autofree char *sentence = g_strdup_printf (_ ("unknown field “%s”; the fields are %s. Put text in quotation marks"), name, names);

  return fail (self, self->at, sentence);
}

static StrataSearchNode *
parse_text (Parser *self)
{
  const char *place = self->at;
  const StrataSearchField *field = strata_search_get_name_field ();
  const gboolean is_quoted = *place == '"';
  g_autofree char *text = parse_value (self);

  if (text == NULL)
    return NULL;

  return add_term (self, place, field, is_quoted ? STRATA_SEARCH_CONTAINS : find_pattern (field, STRATA_SEARCH_CONTAINS, text), NULL, text);
}

static StrataSearchNode *
parse_term (Parser *self)
{
  g_auto (Beginning) beginning;

  if (!find_beginning (self->at, &beginning))
    return parse_text (self);

  if (beginning.n_bytes == 2 && g_ascii_strncasecmp (self->at, "is", 2) == 0 && beginning.op->op == STRATA_SEARCH_CONTAINS)
    {
      const char *place = self->at;

      self->at = beginning.value;
      return parse_is (self, place);
    }

  const StrataSearchField *field = strata_search_find_field (beginning.name, beginning.n_bytes);

  if (field != NULL)
    return parse_field (self, &beginning, field);

  return looks_like_field (&beginning) ? fail_field (self, &beginning) : parse_text (self);
}

/* "/…/", which is searched in names. */
static StrataSearchNode *
parse_regex (Parser *self)
{
  const char *place = self->at++;
  g_autofree char *text = read_regex (&self->at);

  if (*self->at != '/')
    return fail (self, place, _ ("the / that ends a regular expression is missing; a text goes between quotation marks"));
  self->at++;
  if (!ends_value (*self->at))
    return fail (self, self->at, _ ("expected a space after the / that ends a regular expression; put text in quotation marks"));

  return add_term (self, place, strata_search_get_name_field (), STRATA_SEARCH_MATCHES, NULL, text);
}

static StrataSearchNode *
parse_group (Parser *self)
{
  const char *place = self->at++;

  self->n_open++;

  StrataSearchNode *node = parse_any (self);

  self->n_open--;
  if (node == NULL)
    return NULL;
  if (*self->at == ')')
    {
      self->at++;
      return node;
    }

  node_free (node);
  return fail (self, place, _ ("the closing parenthesis is missing"));
}

static StrataSearchNode *
parse_one (Parser *self)
{
  StrataSearchNode *node;

  if (++self->depth > MOST_DEPTH)
    return fail (self, self->at, _ ("this is nested too deeply"));

  if (*self->at == '(')
    node = parse_group (self);
  else if (*self->at == '/')
    node = parse_regex (self);
  else if (*self->at == '-' && self->at[1] != '\0' && !g_ascii_isspace (self->at[1]))
    {
      self->at++;
      node = negate (parse_one (self));
    }
  else
    node = parse_term (self);

  self->depth--;
  return node;
}

static gboolean
is_at_end (const Parser *self)
{
  return *self->at == '\0' || (*self->at == ')' && self->n_open > 0);
}

static StrataSearchNode *
parse_all (Parser *self)
{
  g_autofree StrataSearchNode *all = node_new (STRATA_SEARCH_ALL);
  g_autoptr (GPtrArray) children = g_steal_pointer (&all->children);

  for (skip_space (self); !is_at_end (self) && get_or_bytes (self->at) == 0; skip_space (self))
    {
      StrataSearchNode *one = parse_one (self);

      if (one == NULL)
        return NULL;
      g_ptr_array_add (children, one);
    }

  if (children->len == 0)
    return fail (self, self->at, _ ("missing search text"));

  all->children = g_steal_pointer (&children);
  return g_steal_pointer (&all);
}

static StrataSearchNode *
parse_any (Parser *self)
{
  StrataSearchNode *any = node_new (STRATA_SEARCH_ANY);

  while (TRUE)
    {
      StrataSearchNode *all = parse_all (self);

      if (all == NULL)
        {
          node_free (any);
          return NULL;
        }

      g_ptr_array_add (any->children, all);
      if (get_or_bytes (self->at) == 0)
        return any;
      self->at += get_or_bytes (self->at);
    }
}

/**
 * strata_search_new:
 * @text: what to search for; empty for everything
 * @error: return location for a sentence about what cannot be parsed, and where
 *
 * Parses what the user typed, such as `draw dur>16ms thread:main`. All terms must match.
 *
 * Returns: (transfer full) (nullable): the search, or %NULL with @error set
 */
StrataSearch *
strata_search_new (const char *text,
                   GError **error)
{
  StrataSearch *self = g_new0 (StrataSearch, 1);
  Parser parser = { .at = text, .error = error };

  g_atomic_ref_count_init (&self->n_refs);
  self->terms = g_ptr_array_new_with_free_func (strata_search_term_free);
  parser.terms = self->terms;
  skip_space (&parser);
  self->root = *parser.at == '\0' ? node_new (STRATA_SEARCH_ALL) : parse_any (&parser);
  if (self->root != NULL)
    return self;

  strata_search_unref (self);
  return NULL;
}

StrataSearch *
strata_search_ref (StrataSearch *self)
{
  g_atomic_ref_count_inc (&self->n_refs);
  return self;
}

void
strata_search_unref (StrataSearch *self)
{
  if (!g_atomic_ref_count_dec (&self->n_refs))
    return;

  node_free (self->root);
  g_ptr_array_unref (self->terms);
  g_free (self);
}

/* Whether it has no terms and matches everything. */
gboolean
strata_search_is_everything (const StrataSearch *self)
{
  return self->terms->len == 0;
}

/* Whether a term is about a field that only this kind has. */
static gboolean
asks_only_for (const StrataSearch *self,
               StrataSearchKind kind)
{
  for (guint i = 0; i < self->terms->len; i++)
    {
      const StrataSearchTerm *term = g_ptr_array_index (self->terms, i);

      if (term->field->kinds == 1u << kind)
        return TRUE;
    }

  return FALSE;
}

/* Whether it is about values, so that it finds samples instead of counters. */
gboolean
strata_search_asks_for_values (const StrataSearch *self)
{
  return asks_only_for (self, STRATA_SEARCH_SAMPLES);
}

/* Whether it is about runs of CPUs, such as their priority. */
gboolean
strata_search_asks_for_runs (const StrataSearch *self)
{
  return asks_only_for (self, STRATA_SEARCH_RUNS);
}

/**
 * strata_search_dup_failure:
 * @self: a search that was run
 *
 * Returns: (nullable) (transfer full): what went wrong, as a sentence, or %NULL if nothing did
 */
char *
strata_search_dup_failure (const StrataSearch *self)
{
  for (guint i = 0; i < self->terms->len; i++)
    {
      const StrataSearchTerm *term = g_ptr_array_index (self->terms, i);

      if (g_atomic_int_get (&term->has_failed))
        return strata_pattern_dup_failure (term->text);
    }

  return NULL;
}

/**
 * strata_search_quote:
 * @text: any text
 *
 * Returns: (transfer full): the text quoted as a value for a search, such as `"a \"b\""`
 */
char *
strata_search_quote (const char *text)
{
  GString *quoted = g_string_new ("\"");

  for (; *text != '\0'; text++)
    {
      if (*text == '"' || *text == '\\')
        g_string_append_c (quoted, '\\');
      g_string_append_c (quoted, *text);
    }

  g_string_append_c (quoted, '"');
  return g_string_free (quoted, FALSE);
}
