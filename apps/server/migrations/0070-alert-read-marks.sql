-- What the person saw when they set the mark, as role and areas (reachOf in features/alerts/rules.ts): after a move or another role the older alerts are
-- unread. Where it is null the mark counts for whatever the person sees, as before.
alter table alert_read_marks add column reach text;
-- The marks of today are those of today's role and area, but those of moderators with areas of their own, which stay null.
update alert_read_marks m set reach = u.role || ' ' || u.area_id from users u
  where u.id = m.user_id and u.area_id is not null
    and not exists (select from moderator_privileges p where p.user_id = u.id and p.areas <> '{}');
