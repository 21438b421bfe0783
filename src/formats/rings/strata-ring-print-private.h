/* strata-ring-print-private.h - a compiled `print fmt`
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-column.h"
#include "strata-ring-print.h"

G_BEGIN_DECLS

/* Expressions are nodes that refer to others before them by number. */
typedef enum
{
  STRATA_RING_NODE_NUMBER,   /* value */
  STRATA_RING_NODE_STRING,   /* text */
  STRATA_RING_NODE_FIELD,    /* field; a number, or the bytes of an array */
  STRATA_RING_NODE_LOCATION, /* field; the 32 bits that say where its bytes are */
  STRATA_RING_NODE_BYTES,    /* field; its bytes: __get_dynamic_array and __get_str */
  STRATA_RING_NODE_LENGTH,   /* field; how many bytes: __get_dynamic_array_len */
  STRATA_RING_NODE_BITMASK,  /* field; __get_bitmask */
  STRATA_RING_NODE_CPUMASK,  /* field; __get_cpumask */
  STRATA_RING_NODE_RECORD,   /* REC as an address: 0 */
  STRATA_RING_NODE_CAST,     /* a; to value bytes, negative for a sign */
  STRATA_RING_NODE_UNARY,    /* op a */
  STRATA_RING_NODE_BINARY,   /* a op b */
  STRATA_RING_NODE_CHOICE,   /* a ? b : c */
  STRATA_RING_NODE_INDEX,    /* a[b] */
  STRATA_RING_NODE_FLAGS,    /* __print_flags (a, text, names) */
  STRATA_RING_NODE_SYMBOLIC, /* __print_symbolic (a, names) */
  STRATA_RING_NODE_HEX,      /* __print_hex (a, b), value: the byte between, or 0 */
  STRATA_RING_NODE_ARRAY,    /* __print_array (a, b, c) */
  STRATA_RING_NODE_HM_STATE, /* hm_trace_tcb_state2str (a) */
  STRATA_RING_NODE_HM_INFO,  /* hm_trace_tcb_unpack_schedinfo (a, b) */
  STRATA_RING_NODE_COMM,     /* trace_cmdline_of (a, …) */
} StrataRingNodeKind;

/* Operators of two characters have both of them, those of a shift or a comparison too. */
#define STRATA_RING_OP(a, b) ((a) | (b) << 8)

typedef struct
{
  guint8 kind;
  guint16 op;
  guint32 a, b, c; /* nodes */
  guint32 first;   /* of names */
  guint32 n_names;
  gint64 value; /* of an operator of two: whether its numbers have no sign */
  StrataText text;
  const StrataRingField *field; /* borrowed: of the format */
} StrataRingNode;

typedef struct
{
  guint64 value;
  StrataText name;
} StrataRingName;

/* In place of a letter, for the argument of a system call: small numbers are decimal. */
#define STRATA_RING_CALL_VALUE 'y'

/* A text without a place in it, and a place behind it. */
typedef struct
{
  StrataText before;   /* literal text */
  char conversion;     /* 'd', 's', …, or STRATA_RING_CALL_VALUE; 0 for the end of the text */
  char form[7];        /* of a pointer: the letters behind the p, or none */
  gint8 bytes;         /* length of the number */
  guint8 is_left;      /* '-' */
  guint8 has_zeros;    /* '0' */
  guint8 is_alternate; /* '#' */
  guint8 has_sign;     /* '+' */
  gint32 width;        /* or 0 */
  gint32 precision;    /* or -1 */
  guint32 width_node;  /* of '*', or STRATA_RING_NO_VALUE */
  guint32 precision_node;
  guint32 node;
  guint8 is_plain;       /* whether it is a number without a width and the like, which is at one place of the record */
  StrataRingField field; /* where that is */
} StrataRingPlace;

/* Events of system calls by name are printed by a function of the kernel, not by their `print fmt`. */
typedef enum
{
  STRATA_RING_NO_SYSTEM_CALL,
  STRATA_RING_SYSTEM_CALL_BEGIN,
  STRATA_RING_SYSTEM_CALL_END,
} StrataRingSystemCall;

/* Events that the kernel prints by a function, with all that is in them, not by their `print fmt`. */
typedef enum
{
  STRATA_RING_SPECIAL_NONE,
  STRATA_RING_SPECIAL_STACK,
  STRATA_RING_SPECIAL_USER_STACK,
  STRATA_RING_SPECIAL_DATA,
} StrataRingSpecial;

struct _StrataRingPrint
{
  const StrataRingFormat *format; /* borrowed */
  StrataText name;                /* as it is printed */
  GStringChunk *texts;            /* owned */
  StrataColumn nodes;             /* StrataRingNode */
  StrataColumn names;             /* StrataRingName */
  StrataColumn places;            /* StrataRingPlace */
  guint long_bytes;
  guint n_unknown; /* arguments that only the kernel can compute */
  gboolean is_compiled;
  StrataRingSpecial special;
};

/* strata-ring-place.c */
/* Notes where the number of a place is in the record, if it is at one place and printed as it is. */
void strata_ring_place_find_field (const StrataRingPrint *print, StrataRingPlace *place);

/* strata-ring-system-call.c */
/* Whether it is the begin or the end of one. */
StrataRingSystemCall strata_ring_system_call_find (const StrataRingFormat *format);

/* Its name, up to the end of that of the event. */
const char *strata_ring_system_call_get_name (const StrataRingFormat *format, StrataRingSystemCall kind);

/* Compiles what is behind its name: "(fd: 3, buf: 0x7ffc7b39b8e0)" or "-> 0x13". */
void strata_ring_system_call_compile (StrataRingPrint *print, StrataRingSystemCall kind);

/* strata-ring-special.c */
/* Whether an event is one of these, and has the fields for it. */
StrataRingSpecial strata_ring_special_find (const StrataRingFormat *format);

/* Prints one. */
void strata_ring_special_write (const StrataRingPrint *print, const StrataRingRecord *record, StrataRingNames *names, StrataRingText *text);

/* Prints the places of probes by their names, as the kernel does. */
void strata_ring_special_name_probe (StrataRingPrint *print);

/* strata-ring-address.c */
/* Writes the numbers of the bits that are set in a bitmap: "0-3,5". */
void strata_ring_text_put_ranges (StrataRingText *text, StrataText bits);

/* Writes the words of a bitmap from the highest on, in hexadecimal. */
void strata_ring_text_put_bits (StrataRingText *text, StrataText bits, gboolean is_swapped);

/* Writes what the kernel makes of the bytes behind a pointer. @form is the letters behind the p of "%pI6c", @width what is before the p of "%*ph".
 * Returns whether @form is one of those that are about bytes. */
gboolean strata_ring_text_put_address (StrataRingText *text, const char *form, StrataText bytes, gsize width, gboolean is_swapped);

/* strata-ring-expression.c */
typedef struct
{
  StrataRingPrint *print;
  const char *at;
  const char *end;
  guint depth;
  gboolean is_bad;
} StrataRingParser;

/* Reads an expression and returns its node; sets is_bad if it cannot. */
guint32 strata_ring_parser_read (StrataRingParser *self);

/* Skips white space and the character, if it comes next; returns whether it did. */
gboolean strata_ring_parser_take (StrataRingParser *self, char c);

/* Reads string literals, which are joined; the result lives as long as the print. */
StrataText strata_ring_parser_read_string (StrataRingParser *self);

/* strata-ring-value.c */
typedef struct
{
  gint64 number;
  StrataText text;              /* of a string or bytes */
  guint8 is_text;               /* whether it is a string or bytes */
  guint8 is_address;            /* whether @number is an offset in the record */
  const StrataRingField *field; /* (nullable): whose bytes they are */
} StrataRingValue;

typedef struct
{
  const StrataRingPrint *print;
  const StrataRingRecord *record;
  StrataRingNames *names;
  StrataRingText scratch; /* for texts that are made */
} StrataRingEvaluation;

/* Computes an expression. Its text is in the record, the print or the scratch. */
StrataRingValue strata_ring_evaluate (StrataRingEvaluation *self, guint32 node);

/* Computes an expression of which only the number counts. */
gint64 strata_ring_evaluate_number (StrataRingEvaluation *self, guint32 node);

G_END_DECLS
