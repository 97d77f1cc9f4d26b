import pg from 'pg';
const c=new pg.Client({connectionString:process.argv[2]});await c.connect();
const run=async(t:string,v:unknown[]=[])=>{const r=await c.query(t,v);for(const row of r.rows)console.log(Object.values(row).join(' | '));};
await run('set max_parallel_workers_per_gather=0');
const e=(await c.query("select id from elections limit 1")).rows[0].id;
console.log('election',e);
const ids=(await c.query("select id, version from results where election_id=$1 order by md5(id::text) limit 100",[e])).rows;
const told=`unnest('{${ids.map((_,i)=>i+1).join(',')}}'::bigint[],'{${ids.map(x=>x.id).join(',')}}'::uuid[],'{${ids.map(x=>x.version).join(',')}}'::int[]) as t (position, result_id, version)`;
const named=`json_agg(json_build_object('id', u.id, 'code', u.code, 'name', u.name) order by u.id)`;
const same=`explain (analyze,buffers) select t.position, ${named} as units
    from ${told}
    join results r on r.id = t.result_id
    join result_versions v on v.result_id = t.result_id and v.version = t.version
    join results o on o.election_id = r.election_id and o.source = r.source and o.polling_unit_id <> r.polling_unit_id
      and o.polling_unit_id between r.polling_unit_id - r.polling_unit_id % 10000
        and r.polling_unit_id - r.polling_unit_id % 10000 + 9999
      and o.votes = v.votes and o.status not in ('returned', 'cancelled')
    join locations u on u.id = o.polling_unit_id
    group by t.position`;
await run(same);await run(same);
const sub=`explain (analyze,buffers) select t.position, r.id as "resultId", v.version, r.election_id as "electionId", r.source,
      json_build_object('id', u.id, 'code', u.code, 'name', u.name) as unit,
      json_build_object('id', w.id, 'name', w.name) as ward,
      e.parties, e.closes_at as "closesAt", v.submitted_at as "submittedAt", v.votes, v.void_votes as "voidVotes",
      v.accredited, v.registered, v.late, encode(f.sha256, 'hex') as sheet
    from ${told}
    join result_versions v on v.result_id = t.result_id and v.version = t.version
    join results r on r.id = t.result_id
    join elections e on e.id = r.election_id
    join locations u on u.id = r.polling_unit_id
    join locations w on w.id = u.parent_id
    left join files f on f.id = v.sheet_file_id
    order by t.position`;
await run(sub);await run(sub);
await c.end();
