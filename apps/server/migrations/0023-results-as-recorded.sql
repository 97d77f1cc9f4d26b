-- What a result says of itself is what its newest version and the last decision on that version say. The application's role
-- changes rows of results, for officers replace versions and reviewers decide; it cannot change them to anything else.

-- Each result as its record has it. `npm run recount` compares all results with it.
create view results_as_recorded as
  select r.id, v.version, coalesce(d.action, v.accepted_as) as status, v.votes, v.void_votes,
    (v.void_votes + coalesce((select sum(b.vote) from unnest(v.votes) as b (vote)), 0))::integer as total_votes,
    v.accredited, v.registered,
    -- As leadingParty of the contract: the party with the most votes, of several with as many none.
    (select case when count(*) > 1 then 'Tie' else min(b.party) end
      from unnest(v.votes, array_remove(e.parties, 'Others') || 'Others'::text) as b (vote, party)
      where b.vote > 0 and b.vote >= all (v.votes)) as leading_party,
    array(select f.flag->>'code' from jsonb_array_elements(v.flags) with ordinality as f (flag, place) order by f.place) as flags,
    v.submitted_by, v.submitted_at, d.decided_by, d.decided_at, d.reason
  from results r
  join elections e on e.id = r.election_id
  join result_versions v on v.result_id = r.id
    and v.version = (select max(n.version) from result_versions n where n.result_id = r.id)
  left join lateral (
    select c.action, c.decided_by, c.decided_at, c.reason from result_decisions c
    where c.result_id = r.id and c.version = v.version order by c.id desc limit 1
  ) d on true;

-- Of changes only: a first submission, which there are the most of, pays nothing, and bulk loads add results before versions.
create function results_keep_to_record() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  recorded public.results_as_recorded%rowtype;
begin
  select * into recorded from public.results_as_recorded where id = new.id;
  if (new.id, new.election_id, new.polling_unit_id, new.source)
      is distinct from (old.id, old.election_id, old.polling_unit_id, old.source)
    or (new.version, new.status, new.votes, new.void_votes, new.total_votes, new.accredited, new.registered,
        new.leading_party, new.flags, new.submitted_by, new.submitted_at, new.decided_by, new.decided_at, new.reason)
      is distinct from (recorded.version, recorded.status, recorded.votes, recorded.void_votes, recorded.total_votes,
        recorded.accredited, recorded.registered, recorded.leading_party, recorded.flags, recorded.submitted_by,
        recorded.submitted_at, recorded.decided_by, recorded.decided_at, recorded.reason) then
    raise exception 'result % would say something else than its newest version and the last decision on it', new.id
      using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger results_keep_to_record after update on results for each row execute function results_keep_to_record();
alter table results enable always trigger results_keep_to_record;

-- A row deleted and added again in one statement is a changed one, as in 0019.
alter table result_versions drop constraint result_versions_result,
  add constraint result_versions_result foreign key (result_id) references results (id) on delete restrict;
alter table result_decisions drop constraint result_decisions_result,
  add constraint result_decisions_result foreign key (result_id) references results (id) on delete restrict;
alter table disputes drop constraint disputes_result,
  add constraint disputes_result foreign key (result_id) references results (id) on delete restrict;
