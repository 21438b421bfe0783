-- title: _("Janky frames by reason")
-- description: _("Jank types that Android’s FrameTimeline reports, in a Perfetto trace")
-- SPDX-License-Identifier: GPL-3.0-or-later
SELECT jank_type, present_type, count(*) AS n, max(dur) AS longest
FROM actual_frame_timeline_slice
WHERE jank_type <> 'None'
GROUP BY jank_type, present_type
ORDER BY n DESC;
