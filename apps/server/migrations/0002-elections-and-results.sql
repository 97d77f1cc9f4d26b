create table elections (
  id uuid primary key,
  name text not null constraint elections_name check (btrim(name) <> ''),
  description text not null default '',
  type text not null,
  status text not null default 'draft' constraint elections_status check (status in ('draft', 'scheduled', 'live', 'completed', 'archived')),
  election_date date not null,
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  -- As chosen; sheets are counted in these without Others, then Others (contract: ballotOf). Fixed once results exist.
  parties text[] not null,
  configuration jsonb not null default '{}',
  created_by uuid constraint elections_created_by references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint elections_hours check (closes_at > opens_at)
);
create index elections_status_date on elections (status, election_date desc);

create table election_areas (
  election_id uuid not null constraint election_areas_election references elections (id) on delete cascade,
  location_id bigint not null constraint election_areas_location references locations (id),
  primary key (election_id, location_id)
);
create index election_areas_location_id on election_areas (location_id);

-- The result of one unit from one source as it stands: the figures are those of its newest version.
create table results (
  id uuid primary key,
  -- No foreign key to elections: its check would lock the one row that all submissions of an election share. Submissions
  -- read the election in their transaction, and only drafts, which take none, are deleted.
  election_id uuid not null,
  polling_unit_id bigint not null constraint results_polling_unit references locations (id),
  source text not null constraint results_source check (source in ('official', 'grassroots')),
  status text not null constraint results_status check (status in ('pending', 'verified', 'disputed', 'returned', 'cancelled')),
  version integer not null,
  votes integer[] not null,
  void_votes integer not null,
  total_votes integer not null,
  accredited integer not null,
  registered integer,
  leading_party text,
  flags text[] not null default '{}',
  submitted_by uuid not null constraint results_submitted_by references users (id),
  submitted_at timestamptz not null,
  decided_by uuid constraint results_decided_by references users (id),
  decided_at timestamptz,
  reason text,
  updated_at timestamptz not null default clock_timestamp(),
  constraint results_one_per_unit unique (election_id, source, polling_unit_id)
);
create index results_newest on results (election_id, source, updated_at desc);
create index results_of_unit on results (polling_unit_id);
create index results_open_disputes on results (election_id, source, polling_unit_id) where status = 'disputed';

-- Every submission, never changed.
create table result_versions (
  result_id uuid not null constraint result_versions_result references results (id),
  version integer not null,
  submission_id text not null,
  votes integer[] not null,
  void_votes integer not null,
  accredited integer not null,
  registered integer,
  boxes jsonb,
  flags jsonb not null default '[]',
  sheet_file_id uuid constraint result_versions_sheet references files (id),
  late boolean not null default false,
  -- The status the receipt told: pending, or verified where it was approved automatically.
  accepted_as text not null default 'pending',
  idempotency_key text not null,
  request_hash bytea not null,
  digest bytea not null,
  submitted_by uuid not null constraint result_versions_submitted_by references users (id),
  submitted_at timestamptz not null,
  primary key (result_id, version),
  constraint result_versions_one_per_key unique (submitted_by, idempotency_key)
);
create index result_versions_sheet_file_id on result_versions (sheet_file_id) where sheet_file_id is not null;
create trigger result_versions_append_only before update or delete or truncate on result_versions
  for each statement execute function refuse_change();

-- Decisions of reviewers; submissions are in result_versions.
create table result_decisions (
  id bigint generated always as identity primary key,
  result_id uuid not null constraint result_decisions_result references results (id),
  version integer not null,
  action text not null constraint result_decisions_action check (action in ('verified', 'returned', 'disputed', 'cancelled')),
  decided_by uuid constraint result_decisions_decided_by references users (id),
  reason text,
  decided_at timestamptz not null
);
create index result_decisions_result_id on result_decisions (result_id);
create trigger result_decisions_append_only before update or delete or truncate on result_decisions
  for each statement execute function refuse_change();

-- Sums of results by area and status, kept in the transaction that changes a result. Only wards and LGAs have rows:
-- wider areas are sums of LGA rows, so no row is shared by more than one LGA's submissions (docs/adr/0004-totals.md).
create table tallies (
  election_id uuid not null constraint tallies_election references elections (id),
  source text not null,
  level text not null constraint tallies_level check (level in ('lga', 'ward')),
  area_id bigint not null,
  status text not null,
  units integer not null,
  votes bigint[] not null,
  void_votes bigint not null,
  accredited bigint not null,
  registered bigint not null,
  primary key (election_id, source, level, area_id, status)
) with (fillfactor = 50);

create function add_votes(a bigint[], b bigint[]) returns bigint[] language sql immutable parallel safe as $$
  select array_agg(x + y order by i) from unnest(a, b) with ordinality as t (x, y, i)
$$;
