-- Reports that people ask for: made by a job, kept as files for a time, on record for ever.
create table reports (
  id uuid primary key,
  template text not null,
  title text not null constraint reports_title check (btrim(title) <> ''),
  -- As asked, and the same in words with the names of that moment.
  parameters jsonb not null,
  words jsonb not null,
  -- What it is about: one area, or all areas of somebody who acts in several.
  areas bigint[] not null constraint reports_areas check (cardinality(areas) > 0),
  status text not null default 'queued' constraint reports_status check (
    status in ('queued', 'running', 'completed', 'failed', 'expired')),
  progress real not null default 0,
  -- Grows whenever it is begun; files carry the number, so that only those of the last beginning count.
  attempts integer not null default 0,
  requested_by uuid not null constraint reports_requested_by references users (id),
  requested_at timestamptz not null,
  generated_at timestamptz,
  expires_at timestamptz,
  -- Format, size and SHA-256 of each file; written with the status, so that a file is named here only when it is whole.
  files jsonb not null default '[]',
  error text,
  audit_position bigint,
  audit_hash text,
  constraint reports_whole check (
    (status in ('completed', 'expired')) = (generated_at is not null and expires_at is not null and audit_hash is not null)),
  constraint reports_failed check ((status = 'failed') = (error is not null))
);
create index reports_newest on reports (requested_at desc, id);
create index reports_requested_by on reports (requested_by, requested_at desc);
create index reports_expiring on reports (expires_at) where status = 'completed';

alter table notifications drop constraint notifications_topic;
alter table notifications add constraint notifications_topic
  check (topic in ('results', 'disputes', 'approvals', 'account', 'announcements', 'alerts', 'reports'));
