-- Audits of our own reviewing: verified sheets drawn by a public seed, and entered again by the queue of second entries.

create table review_audits (
  id uuid primary key,
  election_id uuid not null constraint review_audits_election references elections (id) on delete restrict,
  number integer not null constraint review_audits_counted check (number > 0),
  seed text not null constraint review_audits_seed check (length(seed) between 1 and 100),
  -- The server made the seed.
  seed_made boolean not null,
  -- Drawn so far, of so many verified sheets at the moment of the draw.
  sheets integer not null,
  population integer not null,
  state text not null default 'open' constraint review_audits_state check (state in ('open', 'closed')),
  constraint review_audits_number unique (election_id, number),
  constraint review_audits_drawn check (sheets between 1 and population)
);
create unique index review_audits_one_open on review_audits (election_id) where state = 'open';

-- Who drew, extended and closed it. The close stores what was found.
create table review_audit_steps (
  id bigint generated always as identity primary key,
  audit_id uuid not null constraint review_audit_steps_audit references review_audits (id) on delete restrict,
  step text not null constraint review_audit_steps_step check (step in ('drawn', 'extended', 'closed')),
  sheets integer not null,
  by_user_id uuid not null constraint review_audit_steps_by references users (id) on delete restrict,
  reason text,
  counts jsonb,
  created_at timestamptz not null,
  constraint review_audit_steps_counts check ((step = 'closed') = (counts is not null))
);
create index review_audit_steps_audit_id on review_audit_steps (audit_id, id);
create index review_audit_steps_by_user_id on review_audit_steps (by_user_id);
create trigger review_audit_steps_append_only before update or delete or truncate on review_audit_steps
  for each statement execute function refuse_change();
alter table review_audit_steps enable always trigger review_audit_steps_append_only;

-- All sheets of the draw in its order; an extension takes the next ones, whatever was verified since.
create table review_audit_sheets (
  audit_id uuid not null constraint review_audit_sheets_audit references review_audits (id) on delete restrict,
  rank integer not null,
  result_id uuid not null,
  version integer not null,
  constraint review_audit_sheets_pkey primary key (audit_id, rank)
);
create trigger review_audit_sheets_append_only before update or delete or truncate on review_audit_sheets
  for each statement execute function refuse_change();
alter table review_audit_sheets enable always trigger review_audit_sheets_append_only;

-- Null: the entry is of the policy. A version has one of the policy, and one of each audit that drew it.
alter table second_entries
  add column audit_id uuid constraint second_entries_audit references review_audits (id) on delete restrict,
  -- Those who verified the version, or entered or decided on it before the draw: they do neither for the audit.
  add column barred uuid[] not null default '{}',
  drop constraint second_entries_one_per_version,
  add constraint second_entries_one_per_version unique nulls not distinct (result_id, version, audit_id),
  add constraint second_entries_not_barred check (transcriber_id <> all (barred) and arbiter_id <> all (barred)),
  drop constraint second_entries_ground,
  add constraint second_entries_ground check (ground in ('flagged', 'sample', 'all', 'again', 'audit')),
  add constraint second_entries_of_audit check ((ground = 'audit') = (audit_id is not null)),
  drop constraint second_entries_state,
  add constraint second_entries_state check (state in ('waiting', 'claimed', 'matched', 'differs', 'unreadable', 'correcting',
    'officer_asked', 'wrong', 'illegible', 'void'));
create index second_entries_audit_id on second_entries (audit_id) where audit_id is not null;
alter table second_entry_steps
  drop constraint second_entry_steps_step,
  add constraint second_entry_steps_step check (step in ('claimed', 'released', 'entered', 'unreadable', 'entry_wrong', 'officer_wrong',
    'verified_wrong', 'neither', 'equal', 'new_photo', 'illegible', 'readable'));
