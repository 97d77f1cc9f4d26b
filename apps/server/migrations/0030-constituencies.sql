-- Constituencies beside the tree of places: senatorial districts, federal and state constituencies, each a set of wards.
create table constituencies (
  -- Its kind and the number that the register gives it: federal-4.
  id text primary key,
  kind text not null constraint constituencies_kind check (kind in ('senatorial', 'federal', 'state')),
  code integer not null,
  state_id bigint not null constraint constituencies_state references locations (id),
  name text not null constraint constituencies_name check (btrim(name) <> ''),
  -- A person gave the name: an import without names leaves it.
  named boolean not null default false,
  constraint constituencies_code unique (kind, code),
  constraint constituencies_id check (id = kind || '-' || code),
  constraint constituencies_id_kind unique (id, kind)
);
create index constituencies_state_id on constituencies (state_id);

create table constituency_wards (
  ward_id bigint not null constraint constituency_wards_ward references locations (id) on delete cascade,
  kind text not null,
  constituency_id text not null,
  primary key (ward_id, kind),
  constraint constituency_wards_constituency foreign key (constituency_id, kind) references constituencies (id, kind)
);
create index constituency_wards_constituency_id on constituency_wards (constituency_id, kind);

-- The constituencies that an election is held in; empty where it covers states, zones, LGAs or the nation. Its rows in
-- election_areas are then the LGAs and wards that make them up.
alter table elections add column constituencies text[] not null default '{}';
