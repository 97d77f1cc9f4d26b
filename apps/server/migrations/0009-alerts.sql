-- Alerts: raised by rules that read the audit chain, by the clock, and by people. No foreign keys to results and elections:
-- their checks would lock rows that submissions and decisions take for update, and neither is ever deleted once it has
-- results. None to places: an alert about one that is deleted later stays.
create table alerts (
  id uuid primary key,
  -- In the order of commits (features/alerts/repository.ts), so that "read up to here" never covers one that came later.
  seq bigint generated always as identity constraint alerts_seq_unique unique,
  rule text not null,
  type text not null constraint alerts_type check (type in ('error', 'warning', 'info', 'success')),
  priority text not null constraint alerts_priority check (priority in ('critical', 'high', 'medium', 'low')),
  title text not null,
  message text not null,
  -- The place it is about.
  area_id bigint not null,
  election_id uuid,
  -- The count of results it is about; null where it is about both or none.
  source text constraint alerts_source check (source in ('official', 'grassroots')),
  result_id uuid,
  -- Whose account was locked.
  user_id uuid constraint alerts_user references users (id),
  -- Says what it is about: the rule raises nothing twice.
  dedupe_key text not null constraint alerts_once unique,
  raised_by uuid constraint alerts_raised_by references users (id),
  created_at timestamptz not null,
  acknowledged_by uuid constraint alerts_acknowledged_by references users (id),
  acknowledged_at timestamptz,
  owner_id uuid constraint alerts_owner references users (id),
  note text,
  -- The area whose administrators are to take care of it now.
  level_id bigint not null,
  escalates boolean not null,
  escalated_at timestamptz,
  constraint alerts_acknowledged check ((acknowledged_at is null) = (acknowledged_by is null)),
  constraint alerts_owned check ((acknowledged_at is null) = (owner_id is null))
);
create index alerts_area_id on alerts (area_id, seq desc);
create index alerts_open on alerts (area_id) include (rule, source) where acknowledged_at is null;
create index alerts_rule on alerts (rule, seq desc);
create index alerts_election_id on alerts (election_id, rule) where election_id is not null;
create index alerts_user_id on alerts (user_id) where user_id is not null;
create index alerts_raised_by on alerts (raised_by) where raised_by is not null;
create index alerts_acknowledged_by on alerts (acknowledged_by) where acknowledged_by is not null;
create index alerts_owner_id on alerts (owner_id, seq desc) where owner_id is not null;
-- Those that wait to be brought before the next level (the nation is the last), by when they last moved.
create index alerts_waiting on alerts ((coalesce(escalated_at, created_at)))
  where acknowledged_at is null and escalates and level_id <> 10000000000000;

-- Alerts that a person read one by one; those up to a mark are all read.
create table alert_reads (
  user_id uuid not null constraint alert_reads_user references users (id),
  alert_seq bigint not null constraint alert_reads_alert references alerts (seq),
  primary key (user_id, alert_seq)
);
create index alert_reads_alert_seq on alert_reads (alert_seq);
create table alert_read_marks (
  user_id uuid primary key constraint alert_read_marks_user references users (id),
  read_through bigint not null
);

-- Up to which link of the audit chain the rules have judged. What was stored before there were rules is not judged.
create table alert_progress (
  only_row boolean primary key default true constraint alert_progress_only_row check (only_row),
  position bigint not null default 0,
  after_entry bigint not null
);
insert into alert_progress (after_entry) select coalesce(max(id), 0) from audit_entries;

-- Which picture came first as the sheet of which unit, by the link of the chain that tells of it.
create table alert_sheets (
  sha256 bytea not null,
  polling_unit_id bigint not null,
  position bigint not null,
  primary key (sha256, polling_unit_id)
);
insert into alert_sheets (sha256, polling_unit_id, position)
  select distinct f.sha256, r.polling_unit_id, 0
  from result_versions v join results r on r.id = v.result_id join files f on f.id = v.sheet_file_id;
