-- Elections that are held together. An election is in one day at most, and on its date; a day that moves takes its elections along.
create table contest_days (
  id uuid constraint contest_days_pkey primary key,
  date date not null,
  name text not null,
  created_by uuid constraint contest_days_created_by references users (id),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint contest_days_dated unique (id, date)
);
create index contest_days_created_by on contest_days (created_by);

alter table elections
  add column contest_day_id uuid,
  add constraint elections_contest_day foreign key (contest_day_id, election_date)
    references contest_days (id, date) on update cascade;
create index elections_contest_day_id on elections (contest_day_id) where contest_day_id is not null;
