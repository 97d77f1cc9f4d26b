-- Disputes as records of their own, what dashboards read, and wall screens.

-- One for each time that a result was disputed; while it is open its result is disputed, and the other way round.
create table disputes (
  id uuid primary key,
  result_id uuid not null constraint disputes_result references results (id),
  -- As its result has them, so that lists need not look there.
  election_id uuid not null,
  source text not null,
  polling_unit_id bigint not null constraint disputes_polling_unit references locations (id),
  version integer not null,
  reason text not null,
  -- Null for one that the system raised; the role is the raiser's at that time: it decides who stands above them.
  raised_by uuid constraint disputes_raised_by references users (id),
  raised_role text,
  raised_at timestamptz not null,
  assignee_id uuid constraint disputes_assignee references users (id),
  resolved_as text constraint disputes_resolved_as check (resolved_as in ('verified', 'returned', 'cancelled')),
  resolved_by uuid constraint disputes_resolved_by references users (id),
  resolved_at timestamptz,
  updated_at timestamptz not null,
  constraint disputes_resolved check ((resolved_at is null) = (resolved_as is null))
);
create unique index disputes_one_open on disputes (result_id) where resolved_at is null;
create index disputes_result_id on disputes (result_id);
create index disputes_open_by_place on disputes (polling_unit_id) where resolved_at is null;
create index disputes_by_place on disputes (polling_unit_id, updated_at desc);
create index disputes_newest on disputes (election_id, updated_at desc);
create index disputes_assignee_id on disputes (assignee_id) where assignee_id is not null;
create index disputes_raised_by on disputes (raised_by) where raised_by is not null;
create index disputes_resolved_by on disputes (resolved_by) where resolved_by is not null;

-- The course of a dispute: raised, talked about, given to somebody, resolved. Append-only.
create table dispute_entries (
  id bigint generated always as identity primary key,
  dispute_id uuid not null constraint dispute_entries_dispute references disputes (id),
  kind text not null constraint dispute_entries_kind check (kind in ('raised', 'comment', 'assigned', 'resolved')),
  by_user_id uuid constraint dispute_entries_by references users (id),
  text text,
  file_id uuid constraint dispute_entries_file references files (id),
  assignee_id uuid constraint dispute_entries_assignee references users (id),
  resolved_as text,
  created_at timestamptz not null
);
create index dispute_entries_dispute_id on dispute_entries (dispute_id, id);
create index dispute_entries_file_id on dispute_entries (file_id) where file_id is not null;
create index dispute_entries_by_user_id on dispute_entries (by_user_id) where by_user_id is not null;
create index dispute_entries_assignee_id on dispute_entries (assignee_id) where assignee_id is not null;
create trigger dispute_entries_append_only before update or delete or truncate on dispute_entries
  for each statement execute function refuse_change();

-- The disputes of before: each decision to dispute, resolved by the next decision on the result where there is one.
create temporary table earlier_disputes on commit drop as
  select gen_random_uuid() as id, d.* from (
    select result_id, version, action, decided_by, reason, decided_at,
      lead(action) over w as next_action, lead(decided_by) over w as next_by, lead(reason) over w as next_reason,
      lead(decided_at) over w as next_at
    from result_decisions window w as (partition by result_id order by id)
  ) d where d.action = 'disputed';
insert into disputes (id, result_id, election_id, source, polling_unit_id, version, reason, raised_by, raised_role, raised_at,
    resolved_as, resolved_by, resolved_at, updated_at)
  select d.id, d.result_id, r.election_id, r.source, r.polling_unit_id, d.version, coalesce(d.reason, 'No reason was given.'),
    d.decided_by, u.role, d.decided_at, d.next_action, d.next_by, d.next_at, coalesce(d.next_at, d.decided_at)
  from earlier_disputes d join results r on r.id = d.result_id left join users u on u.id = d.decided_by;
insert into dispute_entries (dispute_id, kind, by_user_id, text, created_at)
  select id, 'raised', decided_by, reason, decided_at from earlier_disputes order by decided_at;
insert into dispute_entries (dispute_id, kind, by_user_id, text, resolved_as, created_at)
  select id, 'resolved', next_by, next_reason, next_action, next_at from earlier_disputes
  where next_at is not null order by next_at;

-- When a result of the ward or LGA last changed.
alter table tallies add column changed_at timestamptz not null default clock_timestamp();
update tallies t set changed_at = c.changed_at from (
  select r.election_id, r.source, a.level, a.area_id, max(r.updated_at) as changed_at
  from results r cross join lateral (values
    ('ward', r.polling_unit_id - r.polling_unit_id % 10000), ('lga', r.polling_unit_id - r.polling_unit_id % 10000000)
  ) as a (level, area_id) group by 1, 2, 3, 4
) c where t.election_id = c.election_id and t.source = c.source and t.level = c.level and t.area_id = c.area_id;

-- What happened lately, everywhere and in an area: sign-ins and the like are many and are not among it. The condition is
-- that of features/dashboards/queries.ts, word for word.
create index audit_entries_activity on audit_entries (id desc)
  where event not like 'auth.%' and event not in ('stream.opened', 'file.uploaded', 'notification.read');
create index audit_entries_activity_by_area on audit_entries (area_id, id desc)
  where event not like 'auth.%' and event not in ('stream.opened', 'file.uploaded', 'notification.read');
-- Results that a check speaks against, newest first.
create index results_flagged on results (election_id, source, updated_at desc) where flags <> '{}';

-- Screens that show the situation room without anybody signed in.
create table wall_screens (
  id uuid primary key,
  token_hash bytea not null,
  name text not null constraint wall_screens_name check (btrim(name) <> ''),
  user_id uuid not null constraint wall_screens_user references users (id),
  expires_at timestamptz not null,
  last_seen_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index wall_screens_token_hash on wall_screens (token_hash);
create index wall_screens_user_id on wall_screens (user_id, created_at desc);
