-- One person alone makes nobody a national or super admin (ADR 0044), but for the very first national admin of an
-- organisation, which has nobody yet who could approve. Whether that was used is kept here: a delete or another role of
-- that person does not bring it back.
create table national_office (
  only_row boolean primary key default true constraint national_office_only_row check (only_row),
  -- True while the super admin, being the only one of the national office, may make a national admin alone.
  may_begin boolean not null default true,
  -- The national admin who was made so.
  first_user_id uuid constraint national_office_first_user references users (id)
);
create index national_office_first_user_id on national_office (first_user_id);
insert into national_office (may_begin)
  select not exists (select from users where role = 'national_admin')
    and (select count(*) < 2 from users where role = 'super_admin');

-- However the first national admin comes to be, from then on two decide.
create function end_beginning() returns trigger language plpgsql as $$
begin
  update national_office set may_begin = false where may_begin;
  return null;
end
$$;
create trigger users_end_beginning after insert or update of role on users
  for each row when (new.role = 'national_admin') execute function end_beginning();
