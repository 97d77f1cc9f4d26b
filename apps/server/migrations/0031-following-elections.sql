-- An election that repeats another: the re-run of a part of it, or the run-off between its first two candidates.
alter table elections
  add column follows_id uuid constraint elections_follows references elections (id),
  add column follows_as text constraint elections_follows_as check (follows_as in ('rerun', 'runoff')),
  add constraint elections_follows_whole check ((follows_id is null) = (follows_as is null)),
  add constraint elections_follows_another check (follows_id <> id);
create index elections_follows_id on elections (follows_id) where follows_id is not null;
