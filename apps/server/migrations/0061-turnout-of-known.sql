-- Turnout is over the results whose registered voters are known: how many they are, and their accredited voters. The others have no place in it.
alter table tallies
  add column registered_units int not null default 0,
  add column registered_accredited bigint not null default 0;
update tallies t set registered_units = c.units, registered_accredited = c.accredited from (
  select r.election_id, r.source, a.level, a.area_id, r.status, count(*)::int as units, sum(r.accredited)::bigint as accredited
  from results r cross join lateral (values
    ('ward', r.polling_unit_id - r.polling_unit_id % 10000), ('lga', r.polling_unit_id - r.polling_unit_id % 10000000)
  ) as a (level, area_id) where r.registered is not null group by 1, 2, 3, 4, 5
) c where t.election_id = c.election_id and t.source = c.source and t.level = c.level and t.area_id = c.area_id
  and t.status = c.status;
