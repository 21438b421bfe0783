/* strata-ring-address.c - formats the bytes behind a pointer as the kernel prints them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-ring-print-private.h"

/* Implements pointer() of the kernel (lib/vsprintf.c) for %pI, %pi, %pM, %pm, %pU, %*ph and %*pb. If a record
 * has fewer bytes than an address, the missing ones are 0. */

#define IP4_BYTES 4
#define IP6_BYTES 16
#define IP6_WORDS 8
#define MAC_BYTES 6
#define UUID_BYTES 16
#define MAX_HEX_BYTES 64

static const char lower[] = "0123456789abcdef";
static const char upper[] = "0123456789ABCDEF";

/* struct sockaddr_in and sockaddr_in6: the family, then port, address and so on in network byte order. */
#define FAMILY_IP4 2
#define FAMILY_IP6 10
#define SOCKADDR_BYTES 28
#define SOCKADDR_PORT 2
#define SOCKADDR_IP4 4
#define SOCKADDR_FLOW 4
#define SOCKADDR_IP6 8
#define SOCKADDR_SCOPE 24
#define FLOW_MASK 0x0fffffff

/* Writes a number with leading zeros. */
static void
put_digits (StrataRingText *text,
            guint64 value,
            guint base,
            guint n_digits)
{
  guint n = 1;

  for (guint64 rest = value / base; rest > 0; rest /= base)
    n++;
  for (; n < n_digits; n++)
    strata_ring_text_put (text, "0", 1);

  strata_ring_text_put_uint (text, value, base);
}

static void
put_byte (StrataRingText *text,
          guint8 byte,
          const char *digits)
{
  strata_ring_text_put (text, &digits[byte >> 4], 1);
  strata_ring_text_put (text, &digits[byte & 15], 1);
}

static guint
read_be16 (const guint8 *bytes)
{
  return (guint) bytes[0] << 8 | bytes[1];
}

/* The letter is the byte order: (h)ost, (l)ittle, or network. */
static void
put_ip4 (StrataRingText *text,
         const guint8 *bytes,
         gboolean has_zeros,
         gboolean is_reversed)
{
  for (guint i = 0; i < IP4_BYTES; i++)
    {
      if (i > 0)
        strata_ring_text_put (text, ".", 1);
      put_digits (text, bytes[is_reversed ? IP4_BYTES - 1 - i : i], 10, has_zeros ? 3 : 1);
    }
}

static void
put_full_ip6 (StrataRingText *text,
              const guint8 *bytes,
              gboolean has_colons)
{
  for (guint i = 0; i < IP6_WORDS; i++)
    {
      if (i > 0 && has_colons)
        strata_ring_text_put (text, ":", 1);
      put_digits (text, read_be16 (bytes + 2 * i), 16, 4);
    }
}

/* Whether the last four bytes are an IPv4 address: mapped, or ISATAP. */
static gboolean
ends_with_ip4 (const guint8 *bytes)
{
  static const guint8 mapped[12] = { [10] = 0xff, [11] = 0xff };
  static const guint8 isatap[] = { 0, 0x5e, 0xfe };

  return memcmp (bytes, mapped, sizeof mapped) == 0 || ((bytes[8] & ~2) == 0 && memcmp (bytes + 9, isatap, sizeof isatap) == 0);
}

/* The first of the longest runs of zeros; a single zero is not omitted. */
static guint
find_zeros (const guint8 *bytes,
            guint n_words,
            guint *n_zeros)
{
  guint first = n_words;

  *n_zeros = 1;
  for (guint i = 0; i < n_words; i++)
    {
      guint n = 0;

      while (i + n < n_words && read_be16 (bytes + 2 * (i + n)) == 0)
        n++;
      if (n > *n_zeros)
        {
          first = i;
          *n_zeros = n;
        }
    }

  return first;
}

static void
put_short_ip6 (StrataRingText *text,
               const guint8 *bytes)
{
  const gboolean has_ip4 = ends_with_ip4 (bytes);
  const guint n_words = has_ip4 ? IP6_WORDS - 2 : IP6_WORDS;
  guint n_zeros;
  const guint zeros = find_zeros (bytes, n_words, &n_zeros);
  gboolean needs_colon = FALSE;

  for (guint i = 0; i < n_words; i++)
    if (i == zeros)
      {
        strata_ring_text_put (text, "::", 2);
        needs_colon = FALSE;
        i += n_zeros - 1;
      }
    else
      {
        strata_ring_text_put (text, ":", needs_colon);
        strata_ring_text_put_uint (text, read_be16 (bytes + 2 * i), 16);
        needs_colon = TRUE;
      }

  if (!has_ip4)
    return;

  strata_ring_text_put (text, ":", needs_colon);
  put_ip4 (text, bytes + IP6_BYTES - IP4_BYTES, FALSE, FALSE);
}

static void
put_ip6 (StrataRingText *text,
         const guint8 *bytes,
         const char *form)
{
  if (form[0] == 'I' && strchr (form, 'c') != NULL)
    put_short_ip6 (text, bytes);
  else
    put_full_ip6 (text, bytes, form[0] == 'I');
}

static void
put_number (StrataRingText *text,
            const char *before,
            guint64 number)
{
  strata_ring_text_put (text, before, strlen (before));
  strata_ring_text_put_uint (text, number, 10);
}

/* Writes "[::1]:80/flow%scope"; @form contains the letters of the printed parts. */
static void
put_ip6_socket (StrataRingText *text,
                const guint8 *bytes,
                const char *form,
                gboolean is_swapped)
{
  const gboolean has_port = strchr (form, 'p') != NULL;
  const gboolean has_flow = strchr (form, 'f') != NULL;
  const gboolean has_scope = strchr (form, 's') != NULL;
  const gboolean has_brackets = has_port || has_flow || has_scope;

  strata_ring_text_put (text, "[", has_brackets);
  put_ip6 (text, bytes + SOCKADDR_IP6, form);
  strata_ring_text_put (text, "]", has_brackets);
  if (has_port)
    put_number (text, ":", read_be16 (bytes + SOCKADDR_PORT));
  if (has_flow)
    put_number (text, "/", (read_be16 (bytes + SOCKADDR_FLOW) << 16 | read_be16 (bytes + SOCKADDR_FLOW + 2)) & FLOW_MASK);
  if (has_scope)
    put_number (text, "%", strata_ring_read_uint (bytes + SOCKADDR_SCOPE, 4, is_swapped));
}

static void
put_socket (StrataRingText *text,
            const guint8 *bytes,
            const char *form,
            gboolean is_swapped)
{
  const guint64 family = strata_ring_read_uint (bytes, 2, is_swapped);

  if (family == FAMILY_IP4)
    {
      put_ip4 (text, bytes + SOCKADDR_IP4, form[0] == 'i', FALSE);
      if (strchr (form, 'p') != NULL)
        put_number (text, ":", read_be16 (bytes + SOCKADDR_PORT));
    }
  else if (family == FAMILY_IP6)
    put_ip6_socket (text, bytes, form, is_swapped);
  else
    strata_ring_text_put (text, "(einval)", strlen ("(einval)"));
}

static void
put_ip (StrataRingText *text,
        const guint8 *bytes,
        const char *form,
        gboolean is_swapped)
{
  const gboolean is_little = (G_BYTE_ORDER == G_LITTLE_ENDIAN) != is_swapped;

  if (form[1] == '6')
    put_ip6 (text, bytes, form);
  else if (form[1] == 'S')
    put_socket (text, bytes, form, is_swapped);
  else
    put_ip4 (text, bytes, form[0] == 'i', form[1] == '4' && (form[2] == 'l' || (form[2] == 'h' && is_little)));
}

static void
put_mac (StrataRingText *text,
         const guint8 *bytes,
         const char *form)
{
  const gboolean is_reversed = strchr (form, 'R') != NULL;
  const char *const between = form[0] == 'm' ? "" : form[1] == 'F' ? "-"
                                                                   : ":";

  for (guint i = 0; i < MAC_BYTES; i++)
    {
      if (i > 0)
        strata_ring_text_put (text, between, strlen (between));
      put_byte (text, bytes[is_reversed ? MAC_BYTES - 1 - i : i], lower);
    }
}

/* "12345678-9abc-def0-1234-56789abcdef0"; the first three numbers may be little-endian. */
static void
put_uuid (StrataRingText *text,
          const guint8 *bytes,
          char letter)
{
  static const guint8 little[] = { 3, 2, 1, 0, 5, 4, 7, 6 };
  const gboolean is_little = letter == 'l' || letter == 'L';
  const gboolean is_upper = letter == 'B' || letter == 'L';

  for (guint i = 0; i < UUID_BYTES; i++)
    {
      if (i == 4 || i == 6 || i == 8 || i == 10)
        strata_ring_text_put (text, "-", 1);
      put_byte (text, bytes[is_little && i < sizeof little ? little[i] : i], is_upper ? upper : lower);
    }
}

static void
put_hex (StrataRingText *text,
         StrataText bytes,
         char letter)
{
  const char *const between = letter == 'C' ? ":" : letter == 'D' ? "-"
                                                : letter == 'N'   ? ""
                                                                  : " ";

  for (gsize i = 0; i < bytes.n_bytes; i++)
    {
      if (i > 0)
        strata_ring_text_put (text, between, strlen (between));
      put_byte (text, (guint8) bytes.text[i], lower);
    }
}

static gboolean
has_bit (StrataText bits,
         gsize i)
{
  return i / 8 < bits.n_bytes && ((guint8) bits.text[i / 8] >> (i % 8) & 1) != 0;
}

void
strata_ring_text_put_ranges (StrataRingText *text,
                             StrataText bits)
{
  const char *const begin = text->at;

  for (gsize i = 0; i < bits.n_bytes * 8; i++)
    {
      const gsize first = i;

      if (!has_bit (bits, i))
        continue;

      while (has_bit (bits, i + 1))
        i++;

      strata_ring_text_put (text, ",", text->at > begin);
      strata_ring_text_put_uint (text, first, 10);
      strata_ring_text_put (text, "-", i > first);
      if (i > first)
        strata_ring_text_put_uint (text, i, 10);
    }
}

void
strata_ring_text_put_bits (StrataRingText *text,
                           StrataText bits,
                           gboolean is_swapped)
{
  for (gsize i = bits.n_bytes / 4; i > 0; i--)
    {
      put_digits (text, strata_ring_read_uint ((const guint8 *) bits.text + (i - 1) * 4, 4, is_swapped), 16, 8);
      strata_ring_text_put (text, ",", i > 1);
    }
}

/* The width of a bitmap is its number of bits; that of a hex dump is its number of bytes. */
static void
put_wide (StrataRingText *text,
          const char *form,
          StrataText bytes,
          gsize width,
          gboolean is_swapped)
{
  const gboolean is_hex = form[0] == 'h';

  bytes.n_bytes = MIN (bytes.n_bytes, is_hex ? MIN (width, MAX_HEX_BYTES) : (width + 7) / 8);
  if (is_hex)
    put_hex (text, bytes, form[1]);
  else if (form[1] == 'l')
    strata_ring_text_put_ranges (text, bytes);
  else
    strata_ring_text_put_bits (text, bytes, is_swapped);
}

gboolean
strata_ring_text_put_address (StrataRingText *text,
                              const char *form,
                              StrataText bytes,
                              gsize width,
                              gboolean is_swapped)
{
  guint8 whole[SOCKADDR_BYTES] = { 0 };

  memcpy (whole, bytes.text, MIN (bytes.n_bytes, sizeof whole));
  switch (form[0])
    {
    case 'I':
    case 'i':
      put_ip (text, whole, form, is_swapped);
      return TRUE;
    case 'M':
    case 'm':
      put_mac (text, whole, form);
      return TRUE;
    case 'U':
      put_uuid (text, whole, form[1]);
      return TRUE;
    case 'h':
    case 'b':
      put_wide (text, form, bytes, width, is_swapped);
      return TRUE;
    default:
      return FALSE;
    }
}
