-- Desk versions: the version of a result whose figures are the second entry of the version before, because its officer did not correct it.
-- The version itself is a row of result_versions like any other; its row here says where it came from.
create table desk_versions (
  result_id uuid not null,
  version integer not null,
  -- The second entry whose figures it has. It makes one version at most.
  entry_id uuid not null constraint desk_versions_entry references second_entries (id) on delete restrict
    constraint desk_versions_one_per_entry unique,
  -- Whose sheet it is.
  officer_id uuid not null constraint desk_versions_officer references users (id) on delete restrict,
  typed_by uuid not null constraint desk_versions_typed_by references users (id) on delete restrict,
  -- Found the figures of the version before wrong; may be who decided.
  arbiter_id uuid not null constraint desk_versions_arbiter references users (id) on delete restrict,
  decided_by uuid not null constraint desk_versions_decided_by references users (id) on delete restrict,
  ground text not null constraint desk_versions_ground check (ground in ('no_answer', 'unreachable')),
  reason text,
  created_at timestamptz not null,
  primary key (result_id, version),
  constraint desk_versions_version foreign key (result_id, version) references result_versions (result_id, version) on delete restrict,
  constraint desk_versions_reason check (ground = 'no_answer' or btrim(reason) <> ''),
  -- Officer, transcriber and those who decided are different people.
  constraint desk_versions_people check (typed_by <> officer_id and arbiter_id not in (officer_id, typed_by)
    and decided_by not in (officer_id, typed_by))
);
create index desk_versions_officer_id on desk_versions (officer_id);
create index desk_versions_typed_by on desk_versions (typed_by);
create index desk_versions_arbiter_id on desk_versions (arbiter_id);
create index desk_versions_decided_by on desk_versions (decided_by);
create trigger desk_versions_append_only before update or delete or truncate on desk_versions
  for each statement execute function refuse_change();
alter table desk_versions enable always trigger desk_versions_append_only;

-- The people are those of the second entry, and the photo is that of the version that was entered.
create function refuse_other_desk() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (
    select from public.second_entries s
    join public.versions_with_photo o on o.result_id = s.result_id and o.version = s.version
    join public.result_versions v on v.result_id = new.result_id and v.version = new.version
    where s.id = new.entry_id and s.result_id = new.result_id and s.version = new.version - 1
      and s.transcriber_id = new.typed_by and s.arbiter_id = new.arbiter_id
      and v.submitted_by = new.typed_by and v.sheet_file_id = o.photo_file_id and v.accepted_as = 'pending'
      and new.officer_id = coalesce((select b.officer_id from public.desk_versions b
        where b.result_id = s.result_id and b.version = s.version), s.submitted_by)
  ) then
    raise exception 'version % of result % is no desk version of second entry %', new.version, new.result_id, new.entry_id
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger desk_versions_of_entry before insert on desk_versions for each row execute function refuse_other_desk();
alter table desk_versions enable always trigger desk_versions_of_entry;

-- A desk version is verified by a person who had no part in it.
create function refuse_desk_people() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.action = 'verified' and exists (select from public.desk_versions
      where result_id = new.result_id and version = new.version
        and new.decided_by in (officer_id, typed_by, arbiter_id, decided_by)) then
    raise exception 'who made a desk version does not verify it'
      using errcode = 'check_violation', constraint = 'result_decisions_not_by_desk';
  end if;
  return new;
end $$;
create trigger result_decisions_not_by_desk before insert on result_decisions
  for each row execute function refuse_desk_people();
alter table result_decisions enable always trigger result_decisions_not_by_desk;

-- The second entry of a desk version is entered and decided by other people than those who made it.
create function refuse_same_readers() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.desk_versions d where d.result_id = new.result_id and d.version = new.version
      and (new.transcriber_id in (d.officer_id, d.typed_by, d.arbiter_id, d.decided_by)
        or new.arbiter_id in (d.officer_id, d.typed_by, d.arbiter_id, d.decided_by))) then
    raise exception 'who made a desk version does not check it'
      using errcode = 'check_violation', constraint = 'second_entries_not_by_desk';
  end if;
  return new;
end $$;
create trigger second_entries_not_by_desk before insert or update of transcriber_id, arbiter_id on second_entries
  for each row execute function refuse_same_readers();
alter table second_entries enable always trigger second_entries_not_by_desk;

-- What waits for an arbiter is few among many.
create index second_entries_for_arbiters on second_entries (polling_unit_id) where state in ('differs', 'unreadable');
