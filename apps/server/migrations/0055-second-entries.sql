-- Second entry: the sheet of a version entered again from its photo, by somebody else, who sees no figure of the first entry.

-- May enter sheets a second time, of any area.
alter table users add column transcriber boolean not null default false;
create index users_transcriber on users (id) where transcriber;

create table second_entries (
  id uuid primary key,
  result_id uuid not null,
  version integer not null,
  election_id uuid not null constraint second_entries_election references elections (id) on delete restrict,
  polling_unit_id bigint not null constraint second_entries_unit references locations (id),
  ground text not null constraint second_entries_ground check (ground in ('flagged', 'sample', 'all', 'again')),
  state text not null constraint second_entries_state
    check (state in ('waiting', 'claimed', 'matched', 'differs', 'unreadable', 'correcting', 'officer_asked', 'void')),
  -- The order of the queue: results with a failed check, then the largest, then the oldest.
  flagged boolean not null,
  total_votes integer not null,
  submitted_at timestamptz not null,
  submitted_by uuid not null constraint second_entries_submitted_by references users (id) on delete restrict,
  -- Who enters it or has entered it; null while it waits.
  transcriber_id uuid constraint second_entries_transcriber references users (id) on delete restrict,
  lease_until timestamptz,
  -- How often the present transcriber was asked to correct it.
  corrections integer not null default 0,
  -- What was entered last, by field (the paths of a submission); null before.
  figures jsonb,
  -- The fields that differ, that cannot be read, or that are entered again.
  fields text[] not null default '{}',
  arbiter_id uuid constraint second_entries_arbiter references users (id) on delete restrict,
  updated_at timestamptz not null default clock_timestamp(),
  constraint second_entries_version foreign key (result_id, version) references result_versions (result_id, version) on delete restrict,
  constraint second_entries_one_per_version unique (result_id, version),
  -- Sender, transcriber and arbiter of one version are three people.
  constraint second_entries_three_people check (
    transcriber_id <> submitted_by and arbiter_id <> submitted_by and arbiter_id <> transcriber_id)
);
create index second_entries_queue on second_entries (flagged desc, total_votes desc, submitted_at, id)
  where state in ('waiting', 'claimed', 'correcting');
create index second_entries_of_area on second_entries (election_id, polling_unit_id);
create index second_entries_polling_unit_id on second_entries (polling_unit_id);
create index second_entries_transcriber_id on second_entries (transcriber_id) where transcriber_id is not null;
create index second_entries_arbiter_id on second_entries (arbiter_id) where arbiter_id is not null;
create index second_entries_submitted_by on second_entries (submitted_by);

-- Each step with what was entered: who typed what, and who said which entry was right.
create table second_entry_steps (
  id bigint generated always as identity primary key,
  entry_id uuid not null constraint second_entry_steps_entry references second_entries (id) on delete restrict,
  step text not null constraint second_entry_steps_step check (step in ('claimed', 'released', 'entered', 'unreadable',
    'entry_wrong', 'officer_wrong', 'neither', 'equal', 'new_photo', 'readable')),
  by_user_id uuid not null constraint second_entry_steps_by references users (id) on delete restrict,
  -- Whose entry a verdict is about.
  transcriber_id uuid constraint second_entry_steps_transcriber references users (id) on delete restrict,
  figures jsonb,
  fields text[] not null default '{}',
  reason text,
  created_at timestamptz not null
);
create index second_entry_steps_entry_id on second_entry_steps (entry_id, id);
create index second_entry_steps_by_user_id on second_entry_steps (by_user_id, created_at);
create index second_entry_steps_transcriber_id on second_entry_steps (transcriber_id) where transcriber_id is not null;
create trigger second_entry_steps_append_only before update or delete or truncate on second_entry_steps
  for each statement execute function refuse_change();
alter table second_entry_steps enable always trigger second_entry_steps_append_only;

-- Whoever decided between the entries of a version does not verify it.
create function refuse_arbiter() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.action = 'verified' and exists (select from public.second_entries
      where result_id = new.result_id and version = new.version and arbiter_id = new.decided_by) then
    raise exception 'the arbiter of the second entry does not verify the result'
      using errcode = 'check_violation', constraint = 'result_decisions_not_by_arbiter';
  end if;
  return new;
end $$;
create trigger result_decisions_not_by_arbiter before insert on result_decisions
  for each row execute function refuse_arbiter();
alter table result_decisions enable always trigger result_decisions_not_by_arbiter;

-- Up to which link of the audit chain results were looked at.
create table second_entry_progress (
  only_row boolean primary key default true constraint second_entry_progress_only_row check (only_row),
  position bigint not null default 0
);
insert into second_entry_progress values (true, coalesce((select max(position) from audit_links), 0));
