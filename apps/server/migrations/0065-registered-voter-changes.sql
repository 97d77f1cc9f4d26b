-- The registered voters of a unit before each change, by an import, a correction or a deletion: a register that came in the middle of an election
-- leaves a trace. Figures that come where there were none are in the import alone.
create table registered_voter_changes (
  id bigint generated always as identity primary key,
  -- Without a foreign key: the unit may be gone.
  polling_unit_id bigint not null,
  code text not null,
  before integer not null,
  after integer,
  changed_at timestamptz not null default now()
);
create index registered_voter_changes_polling_unit on registered_voter_changes (polling_unit_id, id);
create trigger registered_voter_changes_append_only before update or delete or truncate on registered_voter_changes
  for each statement execute function refuse_change();
alter table registered_voter_changes enable always trigger registered_voter_changes_append_only;

create function note_registered_voters() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.registered_voter_changes (polling_unit_id, code, before, after)
    values (old.id, old.code, old.registered_voters, case tg_op when 'UPDATE' then new.registered_voters end);
  return null;
end $$;
-- contract: since 0053 every server changes places in these ways, and the trigger refuses none of them
create trigger locations_registered_voters after update of registered_voters on locations for each row
  when (old.type = 'polling_unit' and old.registered_voters is not null and old.registered_voters is distinct from new.registered_voters)
  execute function note_registered_voters();
-- contract: since 0053 every server changes places in these ways, and the trigger refuses none of them
create trigger locations_registered_voters_gone after delete on locations for each row
  when (old.type = 'polling_unit' and old.registered_voters is not null)
  execute function note_registered_voters();
