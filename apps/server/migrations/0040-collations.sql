-- Collation: the forms above the polling unit, as entered. One row for each form and source; every version of it stays.
alter table files drop constraint files_purpose;
alter table files add constraint files_purpose check (purpose in ('sheet', 'profile_picture', 'chat', 'collation'));

create table collations (
  id uuid primary key,
  election_id uuid not null constraint collations_election references elections (id),
  level text not null constraint collations_level check (level in ('ward', 'lga', 'state', 'nation', 'declaration')),
  -- As it is printed on the newest version.
  form_code text not null,
  -- The ward, LGA, state or nation; of the form of a constituency its state.
  area_id bigint not null constraint collations_area references locations (id),
  -- Of elections that are held in constituencies, on every level: the one that the form belongs to.
  constituency_id text constraint collations_constituency references constituencies (id),
  source text not null constraint collations_source check (source in ('agent', 'portal', 'announced')),
  status text not null constraint collations_status check (status in ('pending', 'verified', 'returned', 'disputed')),
  version integer not null,
  submitted_by uuid not null constraint collations_submitted_by references users (id),
  submitted_at timestamptz not null,
  decided_by uuid constraint collations_decided_by references users (id),
  decided_at timestamptz,
  reason text,
  -- When a form below was opened again or came in after this one was verified.
  out_of_date_at timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  constraint collations_one_per_form unique nulls not distinct (election_id, level, area_id, constituency_id, source)
);
create index collations_area_id on collations (area_id);
create index collations_constituency_id on collations (constituency_id) where constituency_id is not null;
create index collations_submitted_by on collations (submitted_by);
create index collations_decided_by on collations (decided_by) where decided_by is not null;

create table collation_versions (
  collation_id uuid not null constraint collation_versions_collation references collations (id) on delete restrict,
  version integer not null,
  submission_id text not null,
  -- The order of all votes of this version.
  parties text[] not null,
  -- The stated totals. Blanks are null, also in the list of votes.
  registered integer,
  accredited integer,
  votes integer[] not null,
  valid integer,
  rejected integer,
  total integer,
  flags jsonb not null default '[]',
  officer_name text,
  signed_by text[] not null default '{}',
  stamped boolean,
  time_on_form timestamptz,
  idempotency_key text not null,
  request_hash bytea not null,
  digest bytea not null,
  device bytea,
  submitted_by uuid not null constraint collation_versions_submitted_by references users (id),
  submitted_at timestamptz not null,
  primary key (collation_id, version),
  constraint collation_versions_one_per_key unique (submitted_by, idempotency_key)
);
create trigger collation_versions_append_only before update or delete or truncate on collation_versions
  for each statement execute function refuse_change();

create table collation_rows (
  collation_id uuid not null,
  version integer not null,
  child_id bigint not null constraint collation_rows_child references locations (id),
  position integer not null,
  registered integer,
  accredited integer,
  votes integer[] not null,
  valid integer,
  rejected integer,
  total integer,
  primary key (collation_id, version, child_id),
  constraint collation_rows_version foreign key (collation_id, version) references collation_versions (collation_id, version)
);
create index collation_rows_child_id on collation_rows (child_id);
create trigger collation_rows_append_only before update or delete or truncate on collation_rows
  for each statement execute function refuse_change();

create table collation_photos (
  collation_id uuid not null,
  version integer not null,
  page integer not null,
  file_id uuid not null constraint collation_photos_file references files (id) on delete restrict,
  sha256 bytea not null,
  primary key (collation_id, version, page),
  constraint collation_photos_version foreign key (collation_id, version) references collation_versions (collation_id, version)
);
create index collation_photos_file_id on collation_photos (file_id);
create trigger collation_photos_append_only before update or delete or truncate on collation_photos
  for each statement execute function refuse_change();

create table collation_decisions (
  id bigint generated always as identity primary key,
  collation_id uuid not null constraint collation_decisions_collation references collations (id) on delete restrict,
  version integer not null,
  action text not null constraint collation_decisions_action
    check (action in ('verified', 'returned', 'disputed', 'out_of_date', 'acknowledged')),
  ground text,
  reason text,
  decided_by uuid constraint collation_decisions_decided_by references users (id),
  decided_at timestamptz not null
);
create index collation_decisions_collation_id on collation_decisions (collation_id);
create index collation_decisions_decided_by on collation_decisions (decided_by) where decided_by is not null;
create trigger collation_decisions_append_only before update or delete or truncate on collation_decisions
  for each statement execute function refuse_change();

-- Who enters the forms of a centre beside its administrators. One centre a person and election.
create table collation_agents (
  id uuid primary key,
  election_id uuid not null constraint collation_agents_election references elections (id) on delete cascade,
  user_id uuid not null constraint collation_agents_user references users (id) on delete cascade,
  area_id bigint not null constraint collation_agents_area references locations (id),
  assigned_by uuid constraint collation_agents_assigned_by references users (id) on delete set null,
  assigned_at timestamptz not null,
  constraint collation_agents_one_centre unique (election_id, user_id)
);
create index collation_agents_user_id on collation_agents (user_id);
create index collation_agents_area_id on collation_agents (area_id);
create index collation_agents_assigned_by on collation_agents (assigned_by);
