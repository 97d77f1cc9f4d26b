-- Results of earlier elections by polling unit, to compare with: reference data, in no total of ours. A file is checked first; its rows stand here
-- from then on, and count once the import is completed.
create table earlier_elections (
  id uuid primary key,
  name text not null constraint earlier_elections_name check (btrim(name) <> ''),
  type text not null,
  election_date date not null,
  -- The order of the votes.
  parties text[] not null,
  file_name text not null,
  file_sha256 bytea not null,
  state text not null constraint earlier_elections_state
    check (state in ('reading', 'checking', 'waiting', 'completed', 'failed', 'discarded')),
  done real not null default 0,
  rows integer not null default 0,
  error jsonb,
  imported_by uuid not null constraint earlier_elections_imported_by references users (id) on delete restrict,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index earlier_elections_imported_by on earlier_elections (imported_by, created_at);

create table earlier_results (
  earlier_id uuid not null constraint earlier_results_earlier references earlier_elections (id) on delete cascade,
  polling_unit_id bigint not null,
  line integer not null,
  registered integer,
  accredited integer not null,
  votes integer[] not null,
  others integer not null,
  primary key (earlier_id, polling_unit_id)
);

-- The checks of an election that are not as every election begins. Apart from the options of the election, which all who see the election read.
create table unusual_settings (
  election_id uuid primary key constraint unusual_settings_election references elections (id) on delete cascade,
  checks jsonb not null,
  earlier_id uuid constraint unusual_settings_earlier references earlier_elections (id) on delete restrict,
  -- Whether a check needs an explanation or raises alerts; for those who only need to know this.
  explains boolean not null,
  alerts boolean not null,
  version integer not null constraint unusual_settings_version check (version > 0),
  changed_by uuid not null constraint unusual_settings_changed_by references users (id) on delete restrict,
  changed_at timestamptz not null
);
create index unusual_settings_earlier on unusual_settings (earlier_id);
create index unusual_settings_changed_by on unusual_settings (changed_by);

-- Up to which link of the audit chain wards were looked at for alerts.
create table unusual_progress (
  only_row boolean primary key default true constraint unusual_progress_only_row check (only_row),
  position bigint not null default 0
);
insert into unusual_progress default values;
