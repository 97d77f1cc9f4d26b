-- Three people stand behind a result that was entered twice: who entered its version the second time does not verify it either.
-- contract: since 0057 every server answers a violation of this constraint as ARBITRATED, and none needs the version that is replaced
create or replace function refuse_arbiter() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.action = 'verified' and exists (select from public.second_entries y
      left join public.second_entry_steps x on x.entry_id = y.id and x.step = 'entered'
      where y.result_id = new.result_id and y.version = new.version and new.decided_by in (y.arbiter_id, x.by_user_id)) then
    raise exception 'who entered the sheet again or decided between its entries does not verify the result'
      using errcode = 'check_violation', constraint = 'result_decisions_not_by_arbiter';
  end if;
  return new;
end $$;

-- A transcriber gets no sheet of a result that they decided on.
create index result_decisions_decided_by on result_decisions (decided_by) where decided_by is not null;
