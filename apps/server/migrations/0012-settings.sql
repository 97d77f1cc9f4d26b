-- Settings and security.
-- Who saved the settings last, and how often they were saved: a save names the version that it began with, so that of two
-- editors the later one is told. The row is there from now on, to be locked; 0 is what nobody has saved yet.
alter table settings add column version bigint not null default 1;
alter table settings add column updated_by uuid constraint settings_updated_by references users (id);
insert into settings (value, version) values ('{}', 0) on conflict (only_row) do nothing;
alter table settings alter column version set default 0;

-- Open sessions in the order in which they began: what the security page pages through.
create index sessions_open_newest on sessions (id desc) include (user_id) where ended_at is null;
-- Locked phones among all that failed.
create index sign_in_attempts_locked on sign_in_attempts (locked_until) where locked_until is not null;
-- Refused sign-ins of the last hours, newest first, without looking at what else happened.
create index audit_entries_failed_sign_ins on audit_entries (created_at desc, id desc) include (area_id)
  where event = 'auth.sign_in_failed';
