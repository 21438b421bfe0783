-- title: _("Import warnings")
-- description: _("What could not be read, and where it first occurred")
-- SPDX-License-Identifier: GPL-3.0-or-later
SELECT severity, kind, count, text, line, offset, ts
FROM diagnostic
ORDER BY severity, count DESC;
