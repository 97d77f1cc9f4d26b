-- The law that an election is held under, and those it had before when results existed already.
alter table elections add column law_profile text not null default 'electoral_act_2026',
  add column former_law_profiles text[] not null default '{}';
update elections set law_profile = 'electoral_act_2022' where election_date < date '2026-02-18';
alter table elections
  add constraint elections_law_profile check (law_profile in ('electoral_act_2022', 'electoral_act_2026'));

-- Numbers of sections that a person confirmed; the last one of a provision counts.
create table law_confirmations (
  id bigint generated always as identity primary key,
  profile text not null,
  provision text not null,
  section text not null,
  confirmed_by uuid not null constraint law_confirmations_confirmed_by references users (id) on delete restrict,
  confirmed_at timestamptz not null
);
create index law_confirmations_newest on law_confirmations (profile, provision, id desc);
create index law_confirmations_by on law_confirmations (confirmed_by);
create trigger law_confirmations_append_only before update or delete or truncate on law_confirmations
  for each statement execute function refuse_change();
alter table law_confirmations enable always trigger law_confirmations_append_only;
