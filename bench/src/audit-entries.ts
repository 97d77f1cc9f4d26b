import { type Database, inTransaction } from '@ec/server/platform/database/database';
import { sql } from 'kysely';

const CHUNK = 250_000;
const DAYS = 60;

/** The share of each event in 10,000; `by` is the actor; without a place the entry has none. */
const MIX: readonly {
  event: string;
  share: number;
  by?: 'admin' | 'system';
  about: 'own area' | 'area' | 'nothing';
}[] = [
  { event: 'auth.signed_in', share: 1700, about: 'own area' },
  { event: 'auth.refreshed', share: 2200, about: 'nothing' },
  { event: 'stream.opened', share: 2000, about: 'nothing' },
  { event: 'file.uploaded', share: 850, about: 'own area' },
  { event: 'result.submitted', share: 1700, about: 'own area' },
  { event: 'result.verified', share: 700, about: 'area' },
  { event: 'auth.signed_out', share: 300, about: 'own area' },
  { event: 'alert.raised', share: 150, by: 'system', about: 'area' },
  { event: 'auth.sign_in_failed', share: 140, about: 'own area' },
  { event: 'notification.read', share: 100, about: 'nothing' },
  { event: 'result.returned', share: 60, about: 'area' },
  { event: 'user.updated', share: 40, by: 'admin', about: 'area' },
  { event: 'user.created', share: 20, by: 'admin', about: 'area' },
  { event: 'approval.requested', share: 15, about: 'area' },
  { event: 'approval.approved', share: 12, by: 'admin', about: 'area' },
  { event: 'result.disputed', share: 8, about: 'area' },
  { event: 'alert.acknowledged', share: 3, by: 'admin', about: 'area' },
  { event: 'geography.renamed', share: 1, by: 'admin', about: 'area' },
  { event: 'settings.updated', share: 1, by: 'admin', about: 'nothing' },
];

const shares = MIX.flatMap((entry, index) => Array.from({ length: entry.share }, () => index));

/** Two months of an organisation of 200,000, two fifths of all entries on the election's day, five days ago. */
export async function storeEntries(database: Database, total: number): Promise<void> {
  await inTransaction(database.db, async (tx) => {
    await sql`create temporary table people on commit drop as
      select row_number() over (order by case when role = 'national_admin' then 0 else 1 end, md5(id::text)) as place,
        id, area_id from users`.execute(tx);
    await sql`create unique index on people (place)`.execute(tx);
    await sql`create temporary table mix on commit drop as select * from
      jsonb_to_recordset(${JSON.stringify(MIX.map((entry, index) => ({ ...entry, place: index + 1 })))}::jsonb)
        as m (event text, "by" text, about text, place bigint)`.execute(tx);
    await sql`analyze people, mix`.execute(tx);
    const { rows } = await sql<{ people: number }>`select count(*) as people from people`.execute(tx);
    const people = rows[0]?.people ?? 1;
    for (let first = 1; first <= total; first += CHUNK) {
      const last = Math.min(total, first + CHUNK - 1);
      await sql`insert into audit_entries (event, resource_id, user_id, area_id, ip, user_agent, previous_values, new_values, created_at)
        select m.event,
          case when m.event like 'auth.%' or m.event = 'stream.opened' then gen_random_uuid()::text
            when m.event like 'user.%' then other.id::text when m.event = 'settings.updated' then null
            else gen_random_uuid()::text end,
          case when m.by = 'system' then null else who.id end,
          case m.about when 'nothing' then null when 'area' then other.area_id else who.area_id end,
          case when m.by = 'system' then null
            when d.network < 0.4 then '102.89.' || floor(d.a * 4) || '.' || floor(d.b * 10)
            when d.network < 0.5 then '10.' || floor(d.a * 250) || '.' || floor(d.b * 250) || '.' || floor(d.c * 250)
            else '105.112.' || floor(d.a * 250) || '.' || floor(d.b * 250) end,
          case when m.by = 'system' then null else 'Mozilla/5.0 (Linux; Android 14; Mobile) AppleWebKit/537.36 Chrome/130 Mobile' end,
          case when m.event like 'user.%' then jsonb_build_object('name', 'Before ' || d.n) end,
          jsonb_build_object('version', 1, 'votes', jsonb_build_object('APC', floor(d.a * 200), 'LP', floor(d.b * 200)), 'n', d.n),
          now() - make_interval(days => ${DAYS}::int) + make_interval(secs => 86400 * (case
            when d.part < 0.5 then d.part * 110 when d.part < 0.9 then 55 + (d.part - 0.5) * 2.5
            else 56 + (d.part - 0.9) * 39.9 end))
        from (select g.n, (g.n::float8 / ${total}) as part,
            (${`{${shares.map((index) => index + 1).join(',')}}`}::int[])[1 + floor(random() * ${shares.length})] as kind,
            random() as network, random() as a, random() as b, random() as c,
            1 + floor(power(random(), 1.5) * ${people})::bigint as anybody, 1 + floor(random() * 40)::bigint as admin,
            1 + floor(random() * ${people})::bigint as another
          from generate_series(${first}::int, ${last}::int) as g (n) offset 0) d
        join mix m on m.place = d.kind
        join people who on who.place = case when m.by = 'admin' then d.admin else d.anybody end
        join people other on other.place = d.another order by d.n`.execute(tx);
    }
  });
  await sql`vacuum analyze audit_entries`.execute(database.db);
}
