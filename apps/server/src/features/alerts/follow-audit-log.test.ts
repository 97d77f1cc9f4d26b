import type { Alert } from '@ec/contract/alerts/schemas';
import type { ElectionId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { alertsOf, judged, rulesOf, send } from '../../../test/alerts.ts';
import { createElection, createWard, place, setElectionMode } from '../../../test/builders.ts';
import { type Client, testApp, type TestApp } from '../../../test/harness.ts';
import { watchChain } from './watch-service.ts';
import { followChain } from './follow-audit-log.ts';

let test: TestApp;
let election: ElectionId;
let national: Client;
let ward: LocationId;
let units: LocationId[];

const WRONG = { accreditedVoters: 139, registeredVoters: 400 };
const unit = (index: number) => units[index] ?? ward;

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  election = await createElection(test.database.db);
  national = await test.as('national_admin', place('NG'));
});
beforeEach(async () => {
  ({ ward, units } = await createWard(test.database.db, 6));
});
afterAll(() => test.close());

const raised = async () => rulesOf(await alertsOf(national, `area=${ward}`));
const interruptions = async () => await alertsOf(national, 'rule=unjudged_entry');
const progress = async () => {
  const { rows } = await sql<{ position: number; head: number }>`select p.position, c.position as head
    from alert_progress p, audit_chain c`.execute(test.database.db);
  return rows[0];
};
const setPosition = async (position: string) =>
  await sql`update alert_progress set position = ${sql.raw(position)}`.execute(test.database.db);

it.each([
  `('result.submitted', 'x', '{"version": "x"}')`,
  `('result.submitted', gen_random_uuid()::text, '{"version": 99999999999}')`,
  `('result.submitted', null, '[1]')`,
  `('auth.locked', 'x', '{"phone": "+2348031234567", "minutes": "x"}')`,
  `('auth.locked', 'x', '{"minutes": 5}')`,
  `('auth.locked', 'x', jsonb_build_object('minutes', 5, 'phone', repeat('x', 1000000), 'from', 'constructor', 'network', repeat('x', 40000)))`,
  `('file.refused', 'x', '"x"')`,
])('what follows a made-up entry is judged as ever: %s', async (entry) => {
  const admin = national.person.id;
  await sql`insert into audit_entries (event, resource_id, new_values) values ${sql.raw(entry)}`.execute(
    test.database.db,
  );
  await sql`insert into audit_entries (event, resource_id, new_values, user_id)
    select event, resource_id, new_values, ${admin} from audit_entries order by id desc limit 1`.execute(
    test.database.db,
  );
  await send(test, election, unit(0), WRONG);
  await judged(test);
  expect(await raised()).toEqual(['over_voting']);
  expect(await interruptions()).toEqual([]);
});

it('one entry that cannot be judged is passed over and named, and all others are judged', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 6; index++)
    ids.push(await send(test, election, unit(index), { ...WRONG, voidVotes: 4 + index }));
  await test.asOwner(async (tx) => {
    await sql`create function refuse_one() returns trigger language plpgsql as $$ begin
      if new.result_id = ${sql.lit(ids[3])} then raise exception 'odd' using errcode = 'numeric_value_out_of_range'; end if;
      return new; end $$`.execute(tx);
    await sql`create trigger refuse_one before insert on alerts for each row execute function refuse_one()`.execute(tx);
  });
  await test.app.platform.auditChain.linkNow();
  const errors: unknown[] = [];
  await followChain(test.app.platform, (error) => errors.push(error));
  await test.asOwner(async (tx) => {
    await sql`drop trigger refuse_one on alerts`.execute(tx);
  });
  const about = new Set((await alertsOf(national, `area=${ward}&rule=over_voting`)).map(({ resultId }) => resultId));
  expect(about).toEqual(new Set(ids.filter((id) => id !== ids[3])));
  const { rows } = await sql<{ id: number }>`select entry_id as id from audit_links
    where event = 'result.submitted' and resource_id = ${ids[3]}`.execute(test.database.db);
  const named = `Entry ${rows[0]?.id.toLocaleString('en-NG')} of the audit log`;
  expect((await interruptions()).map(({ message }) => message)).toEqual([expect.stringContaining(named)]);
  expect(errors).toMatchObject([
    { message: expect.stringContaining(`Entry ${rows[0]?.id}`) as string, cause: { message: 'odd' } },
  ]);
});

it('a place beyond the end of the chain is reported and set back, and nothing that came meanwhile is lost', async () => {
  await send(test, election, unit(0), WRONG);
  await test.app.platform.auditChain.linkNow();
  const before = (await interruptions()).length;
  await setPosition('1000000000');
  await judged(test);
  expect(await raised()).toEqual(['over_voting']);
  expect((await interruptions())[0]?.message).toContain('was set to 1,000,000,000');
  // Processed entries are processed again, and still raised only once.
  test.clock.advance(1);
  await setPosition('1000000000');
  await judged(test);
  expect(await raised()).toEqual(['over_voting']);
  expect(await interruptions()).toHaveLength(before + 2);
  const now = await progress();
  expect(now?.position).toBeGreaterThan(0);
  expect(now?.position).toBeLessThanOrEqual(now?.head ?? 0);
});

it('a place before the first entry counts as the first', async () => {
  await setPosition('-9223372036854775808');
  await send(test, election, unit(0), WRONG);
  await judged(test);
  expect(await raised()).toEqual(['over_voting']);
});

it('links that wait for long raise the alert of a chain that is left behind, until they are judged', async () => {
  const faults = async () => {
    await watchChain(test.app.platform);
    return (await national.get('/alerts?rule=audit_chain&state=open')).json<Alert[]>('data.alerts');
  };
  await test.app.platform.auditChain.linkNow();
  await judged(test);
  expect(await faults()).toEqual([]);
  await test.app.platform.auditChain.stop();
  await send(test, election, unit(0), WRONG);
  await test.asOwner(async (tx) => {
    // The age of the waiting entry.
    await sql`alter table audit_links alter column linked_at set default now() - interval '6 minutes'`.execute(tx);
  });
  await sql`select audit_link(5000)`.execute(test.database.db);
  expect((await faults()).map(({ message }) => message)).toEqual([
    expect.stringMatching(/No alerts are raised: \d+ linked entries wait to be judged, the first for 6 minutes/),
  ]);
  await test.asOwner(async (tx) => {
    await sql`alter table audit_links alter column linked_at set default clock_timestamp()`.execute(tx);
  });
  await judged(test);
  expect(await faults()).toEqual([]);
});

it('the application’s role moves the place and can change nothing else of it', async () => {
  for (const change of [
    'update alert_progress set after_entry = 1000000',
    'delete from alert_progress',
    'insert into alert_progress (after_entry) values (0)',
    'begin; lock table alert_progress in access exclusive mode',
  ]) {
    await expect(sql.raw(change).execute(test.database.db)).rejects.toMatchObject({ code: '42501' });
  }
});
