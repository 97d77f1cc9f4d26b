-- Files of published sheets: checked, then stored or discarded. The checked lines lie here in between, for every server, until the decision.
create table published_imports (
  id uuid primary key,
  election_id uuid not null constraint published_imports_election references elections (id) on delete cascade,
  -- The order of the votes in the lines.
  parties text[] not null,
  file_name text not null,
  file_sha256 bytea not null,
  state text not null constraint published_imports_state
    check (state in ('reading', 'checking', 'waiting', 'storing', 'completed', 'failed', 'discarded')),
  done real not null default 0,
  rows integer not null default 0,
  counts jsonb,
  error jsonb,
  started_by uuid not null constraint published_imports_started_by references users (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
create index published_imports_started_by on published_imports (started_by, created_at);
create index published_imports_election_id on published_imports (election_id);

-- In no backup, and empty after a crash of the database: the file is then chosen again.
create unlogged table published_import_lines (
  import_id uuid not null constraint published_import_lines_import references published_imports (id) on delete cascade,
  line integer not null,
  unit_id bigint not null,
  state text not null,
  registered integer,
  accredited integer,
  votes integer[] not null,
  rejected integer,
  note text,
  primary key (import_id, line)
);
