-- The third figure of a unit: what the results portal publishes. Never mixed with results; the newest entry of a unit counts.
create table published_sheets (
  id bigint generated always as identity primary key,
  election_id uuid not null constraint published_sheets_election references elections (id),
  polling_unit_id bigint not null constraint published_sheets_unit references locations (id),
  state text not null constraint published_sheets_state check (state in ('absent', 'blurred', 'wrong_unit', 'figures')),
  -- The order of the votes.
  parties text[] not null,
  -- Blanks are null; all are where there are no figures.
  registered integer,
  accredited integer,
  votes integer[] not null,
  rejected integer,
  note text,
  file_id uuid constraint published_sheets_file references files (id) on delete restrict,
  entered_by uuid not null constraint published_sheets_entered_by references users (id),
  entered_at timestamptz not null
);
create index published_sheets_unit_id on published_sheets (election_id, polling_unit_id, id desc);
create index published_sheets_polling_unit_id on published_sheets (polling_unit_id);
create index published_sheets_file_id on published_sheets (file_id) where file_id is not null;
create index published_sheets_entered_by on published_sheets (entered_by);
create trigger published_sheets_append_only before update or delete or truncate on published_sheets
  for each statement execute function refuse_change();
