-- title: _("App starts")
-- description: _("Start-up slices of Android and OpenHarmony with their duration")
-- SPDX-License-Identifier: GPL-3.0-or-later
SELECT s.ts, s.dur, s.name, s.id
FROM slice s
WHERE s.name LIKE 'launching: %' OR s.name LIKE 'bindApplication%' OR s.name LIKE 'activityStart%' OR s.name GLOB '*AppLaunch*' OR s.name GLOB '*::StartAbility(*' OR s.name GLOB '*::HandleLaunchAbility(*'
ORDER BY s.ts;
