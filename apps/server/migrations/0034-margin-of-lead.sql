-- Polling units whose voters can still change an election: no poll, a cancelled result, a postponed poll; or zero by obstruction, which counts for nothing.
create table affected_units (
  id uuid primary key,
  election_id uuid not null constraint affected_units_election references elections (id),
  polling_unit_id bigint not null constraint affected_units_polling_unit references locations (id),
  kind text not null constraint affected_units_kind
    check (kind in ('not_held', 'cancelled_overvoting', 'cancelled_other', 'postponed', 'zero_by_obstruction')),
  ground text not null constraint affected_units_ground check (btrim(ground) <> ''),
  -- Null while it is not known: the registered voters stand for it.
  pvc_collected integer constraint affected_units_pvc check (pvc_collected >= 0),
  version integer not null default 1,
  recorded_by uuid not null constraint affected_units_recorded_by references users (id),
  recorded_at timestamptz not null,
  updated_at timestamptz not null,
  withdrawn_at timestamptz
);
create unique index affected_units_one_per_unit on affected_units (election_id, polling_unit_id) where withdrawn_at is null;
create index affected_units_polling_unit on affected_units (polling_unit_id);
create index affected_units_recorded_by on affected_units (recorded_by);

-- Each version as it was recorded, and the withdrawal. Append-only.
create table affected_unit_entries (
  id bigint generated always as identity primary key,
  affected_unit_id uuid not null constraint affected_unit_entries_unit references affected_units (id) on delete restrict,
  change text not null constraint affected_unit_entries_change check (change in ('recorded', 'edited', 'withdrawn')),
  kind text not null,
  ground text not null,
  pvc_collected integer,
  reason text,
  by_user_id uuid not null constraint affected_unit_entries_by references users (id) on delete restrict,
  created_at timestamptz not null,
  constraint affected_unit_entries_reason check (change = 'recorded' or btrim(reason) <> '')
);
create index affected_unit_entries_unit_id on affected_unit_entries (affected_unit_id, id);
create index affected_unit_entries_by on affected_unit_entries (by_user_id);
create trigger affected_unit_entries_append_only before update or delete or truncate on affected_unit_entries
  for each statement execute function refuse_change();
alter table affected_unit_entries enable always trigger affected_unit_entries_append_only;

-- The evidence of each version.
create table affected_unit_files (
  entry_id bigint not null constraint affected_unit_files_entry references affected_unit_entries (id) on delete restrict,
  file_id uuid not null constraint affected_unit_files_file references files (id) on delete restrict,
  primary key (entry_id, file_id)
);
create index affected_unit_files_file_id on affected_unit_files (file_id);
create trigger affected_unit_files_append_only before update or delete or truncate on affected_unit_files
  for each statement execute function refuse_change();
alter table affected_unit_files enable always trigger affected_unit_files_append_only;

-- The provision on over-voting has the name that calls give it.
alter table law_confirmations disable trigger law_confirmations_append_only;
update law_confirmations set provision = 'overvoting' where provision = 'over_voting';
alter table law_confirmations enable always trigger law_confirmations_append_only;
-- A later row takes a confirmation back.
alter table law_confirmations add column confirmed boolean not null default true;
