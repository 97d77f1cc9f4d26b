-- What a notification is about: people choose by it what reaches them by SMS and e-mail.
alter table notifications add column topic text;
update notifications set topic = case
  when action_url like '/submit-results%' or action_url like '/review%' then 'results'
  when action_url like '/approvals%' then 'approvals'
  else 'account' end;
alter table notifications alter column topic set not null;
alter table notifications add constraint notifications_topic
  check (topic in ('results', 'disputes', 'approvals', 'account', 'announcements', 'alerts'));

-- Numbers are given before a transaction commits, so a reader may have seen a higher one when a lower one appears. The
-- transaction that saved a row lets such a reader ask for what was not yet there when it last looked. Rows that stand here
-- already count as saved by this migration.
alter table notifications add column saved_by xid8 not null default pg_current_xact_id();
create index notifications_saved_by on notifications (user_id, saved_by);
