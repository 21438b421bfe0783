-- title: _("Import warnings")
-- description: _("What could not be read as written, and where it was met first")
-- SPDX-License-Identifier: GPL-3.0-or-later
SELECT severity, kind, count, text, line, offset, ts
FROM diagnostic
ORDER BY severity, count DESC;
