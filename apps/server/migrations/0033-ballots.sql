-- Codes of forms that were corrected by what is printed on the paper; the usual ones stand in the contract.
create table form_codes (
  election_type text not null,
  level text not null,
  -- Null: corrected once, and back to the usual one.
  code text constraint form_codes_code check (btrim(code) <> ''),
  changes integer not null default 1,
  primary key (election_type, level)
);

-- What is on the paper beside the codes of the parties in elections.parties. The newest version counts; none is changed. Drafts are deleted with theirs.
create table ballots (
  election_id uuid not null constraint ballots_election references elections (id) on delete cascade,
  version integer not null,
  reason text,
  -- Results that existed when it was saved.
  results integer not null default 0,
  created_by uuid constraint ballots_by references users (id) on delete restrict,
  created_at timestamptz not null,
  primary key (election_id, version)
);
create index ballots_by on ballots (created_by);
create trigger ballots_unchanged before update on ballots for each statement execute function refuse_change();

create table ballot_parties (
  election_id uuid not null,
  version integer not null,
  -- The place on the sheet, from 1.
  position integer not null,
  code text not null,
  name text not null constraint ballot_parties_name check (btrim(name) <> ''),
  colour text not null constraint ballot_parties_colour check (colour ~ '^#[0-9a-f]{6}$'),
  logo_file_id uuid constraint ballot_parties_logo references files (id) on delete restrict,
  primary key (election_id, version, position),
  constraint ballot_parties_code unique (election_id, version, code),
  constraint ballot_parties_ballot foreign key (election_id, version) references ballots (election_id, version)
    on delete cascade
);
create index ballot_parties_logo on ballot_parties (logo_file_id) where logo_file_id is not null;
create trigger ballot_parties_unchanged before update on ballot_parties
  for each statement execute function refuse_change();

-- One candidate of a party in each constituency, or one in all where the election is held in areas.
create table ballot_candidates (
  election_id uuid not null,
  version integer not null,
  party text not null,
  constituency_id text,
  name text not null constraint ballot_candidates_name check (btrim(name) <> ''),
  running_mate text,
  constraint ballot_candidates_party foreign key (election_id, version, party)
    references ballot_parties (election_id, version, code) on delete cascade,
  constraint ballot_candidates_one unique nulls not distinct (election_id, version, party, constituency_id)
);
create trigger ballot_candidates_unchanged before update on ballot_candidates
  for each statement execute function refuse_change();

alter table files drop constraint files_purpose;
alter table files add constraint files_purpose check (purpose in ('sheet', 'profile_picture', 'chat', 'logo'));
