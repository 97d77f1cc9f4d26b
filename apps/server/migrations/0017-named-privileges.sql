-- Each call that changes something for others needs a privilege that names it. What a privilege opened by name before, its
-- holders keep under the new name: reports were generated with canViewReports, sessions ended and accounts unlocked with
-- canAccessAuditLogs. What no privilege named (results, disputes, walls, announcements, chats, alerts, settings) is off until
-- a super admin grants it; needs_review lists the moderators to look at.
alter table moderator_privileges add column needs_review boolean not null default false;
update moderator_privileges set
  needs_review = true,
  granted = granted
    || case when 'canViewReports' = any (granted) then array['canManageReports'] else '{}'::text[] end
    || case when 'canAccessAuditLogs' = any (granted) then array['canManageSecurity'] else '{}'::text[] end;
