-- A form of collation says what its newest version, the decisions on that version and its pages say, as a result does since 0023.

-- The last decision on the version when the page joined it; null where there was none. A page that joined after the form was returned
-- lets it wait for its review again.
alter table collation_photos add column after_decision bigint
  constraint collation_photos_after_decision references collation_decisions (id) on delete restrict;
-- contract: since 0045 every server only adds pages, so none notices; switched on again below
alter table collation_photos disable trigger collation_photos_append_only;
-- Of the pages from before, those by which a form waits for its review now.
update collation_photos p set after_decision = n.id
from collations c join lateral (
    select d.id, d.action from collation_decisions d
    where d.collation_id = c.id and d.version = c.version and d.action in ('verified', 'returned', 'disputed')
    order by d.id desc limit 1
  ) n on true
where c.status = 'pending' and n.action = 'returned' and p.collation_id = c.id and p.version = c.version
  and p.page = (select max(m.page) from collation_photos m
    where m.collation_id = c.id and m.version = c.version and m.added_at is not null);
create index collation_photos_after_decision on collation_photos (after_decision) where after_decision is not null;

-- Each form as its record has it. `npm run recount` compares all forms with it.
create view collations_as_recorded as
  select c.id, v.version,
    -- The version's number has the code as it was printed: ids of other forms have none.
    coalesce(substring(v.submission_id from '-([^-]+)-[APN][0-9]+-[0-9A-F]{6}$'), c.form_code) as form_code,
    coalesce(d.action, 'pending') as status, v.submitted_by, v.submitted_at, d.decided_by, d.decided_at, d.reason,
    (select case n.action when 'out_of_date' then n.decided_at end from collation_decisions n
      where n.collation_id = c.id and n.version = v.version order by n.id desc limit 1) as out_of_date_at
  from collations c
  join collation_versions v on v.collation_id = c.id
    and v.version = (select max(n.version) from collation_versions n where n.collation_id = c.id)
  left join lateral (
    select n.* from (
      select m.id, m.action, m.ground, m.decided_by, m.decided_at, m.reason from collation_decisions m
      where m.collation_id = c.id and m.version = v.version and m.action in ('verified', 'returned', 'disputed')
      order by m.id desc limit 1
    ) n
    -- What a page can mend (waitsAfterPages in features/collations/rules.ts).
    where not (n.action = 'returned' and n.ground in ('wrong_form', 'unreadable', 'incomplete') and exists (
      select from collation_photos p where p.after_decision = n.id and p.collation_id = c.id and p.version = v.version and p.added_at is not null))
  ) d on true;

-- Of changes only, as for results.
create function collations_keep_to_record() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  recorded public.collations_as_recorded%rowtype;
begin
  select * into recorded from public.collations_as_recorded where id = new.id;
  if (new.id, new.election_id, new.level, new.area_id, new.constituency_id, new.source)
      is distinct from (old.id, old.election_id, old.level, old.area_id, old.constituency_id, old.source)
    or (new.version, new.form_code, new.status, new.submitted_by, new.submitted_at, new.decided_by, new.decided_at, new.reason,
        new.out_of_date_at)
      is distinct from (recorded.version, recorded.form_code, recorded.status, recorded.submitted_by, recorded.submitted_at,
        recorded.decided_by, recorded.decided_at, recorded.reason, recorded.out_of_date_at) then
    raise exception 'form % would say something else than its newest version and the decisions on it', new.id
      using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
-- contract: since 0045 every server changes forms to what their versions, decisions and pages say, and to nothing else
create trigger collations_keep_to_record after update on collations for each row execute function collations_keep_to_record();
alter table collations enable always trigger collations_keep_to_record;

-- A page is a file of its sender, byte for byte; after which decision it came is noted by the database.
create function refuse_other_page() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (
    select from public.collation_versions v join public.files f on f.id = new.file_id
    where v.collation_id = new.collation_id and v.version = new.version and f.purpose = 'collation' and f.sha256 = new.sha256
      and f.uploaded_by = coalesce(new.added_by, v.submitted_by)
  ) then
    raise exception 'file % is not the page of version % of form % that its sender uploaded', new.file_id, new.version,
      new.collation_id using errcode = 'insufficient_privilege';
  end if;
  -- A replica takes what the primary noted.
  if current_setting('session_replication_role') <> 'replica' then
    new.after_decision := (select max(n.id) from public.collation_decisions n
      where n.collation_id = new.collation_id and n.version = new.version);
  end if;
  return new;
end $$;
-- contract: since 0045 every server adds pages with the SHA-256 of files that their sender uploaded
create trigger collation_photos_of_file before insert on collation_photos for each row execute function refuse_other_page();
alter table collation_photos enable always trigger collation_photos_of_file;

-- Also where a session switches triggers off for replication.
alter table collation_photos enable always trigger collation_photos_append_only;
alter table collation_versions enable always trigger collation_versions_append_only;
alter table collation_rows enable always trigger collation_rows_append_only;
alter table collation_decisions enable always trigger collation_decisions_append_only;
alter table published_sheets enable always trigger published_sheets_append_only;
alter table result_decisions enable always trigger result_decisions_append_only;
alter table dispute_entries enable always trigger dispute_entries_append_only;
alter table approval_entries enable always trigger approval_entries_append_only;
alter table account_controls enable always trigger account_controls_append_only;
alter table ballots enable always trigger ballots_unchanged;
alter table ballot_parties enable always trigger ballot_parties_unchanged;
alter table ballot_candidates enable always trigger ballot_candidates_unchanged;
