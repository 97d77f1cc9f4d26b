import type { Election } from '@ec/contract/elections/schemas';
import type { LawProfiles } from '@ec/contract/law/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';

let test: TestApp;
let national: Client;

beforeAll(async () => {
  test = await testApp();
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());

const call = (key: string) => `/law-profiles/electoral_act_2026/provisions/${key}`;
const overVoting = async (client = national) => {
  const { lawProfiles } = (await client.get('/law-profiles')).json<LawProfiles>('data');
  return lawProfiles.find(({ id }) => id === 'electoral_act_2026')?.provisions.overvoting;
};
const draft = { name: 'Senate', type: 'senatorial', areas: ['24'] };

describe('section numbers', () => {
  it('are in doubt until a national admin confirms them, with an audit entry; the last confirmation counts', async () => {
    expect(await overVoting()).toMatchObject({ section: '51', certainty: 'inferred', confirmedBy: null });
    expect((await national.patch(call('overvoting'), { section: '52', confirmed: true })).status).toBe(200);
    expect((await national.patch(call('overvoting'), { section: '52', confirmed: false })).status).toBe(200);
    expect(await overVoting()).toMatchObject({ section: '52', confirmed: false, confirmedBy: null });
    const reply = await national.patch(call('overvoting'), { section: '51(2)', confirmed: true });
    expect(reply.status).toBe(200);
    expect(await overVoting()).toMatchObject({ section: '51(2)', confirmedBy: national.person.name });
    const entries = await test.database.db
      .selectFrom('audit_entries')
      .select(['resource_id', 'previous_values', 'new_values'])
      .where('event', '=', 'law.section_confirmed')
      .orderBy('id')
      .execute();
    expect(entries.at(-1)).toEqual({
      resource_id: 'electoral_act_2026/overvoting',
      previous_values: { section: '52', confirmed: false },
      new_values: { section: '51(2)', confirmed: true },
    });
  });

  it('are refused where they are none, for an unknown provision and an unknown law', async () => {
    const wrong = await national.patch(call('overvoting'), { section: 'fifty' });
    expect([wrong.status, wrong.json<{ path: string }[]>('fields').map(({ path }) => path)]).toEqual([
      400,
      ['section', 'confirmed'],
    ]);
    const right = { section: '51', confirmed: true };
    expect((await national.patch(call('weather'), right)).status).toBe(400);
    expect((await national.patch('/law-profiles/act_1999/provisions/tie', right)).status).toBe(400);
    expect((await national.patch(call('tie'), { ...right, extra: 1 })).status).toBe(400);
  });

  it('are confirmed by no other role, and the answer says so', async () => {
    for (const role of ['global_moderator', 'super_admin'] as const) {
      const other = await test.as(role, place('NG'));
      expect((await other.patch(call('tie'), { section: '67', confirmed: true })).status).toBe(403);
      expect((await other.get('/law-profiles')).json('data.can')).toEqual({ confirm: false });
    }
  });

  it('stay as confirmed, whatever statement tries to change them', async () => {
    for (const change of [sql`update law_confirmations set section = '1'`, sql`delete from law_confirmations`])
      await expect(change.execute(test.database.db)).rejects.toThrow(/permission denied|append-only/);
  });
});

describe('the law of an election', () => {
  it('is the one in force on its date, or the one that was chosen', async () => {
    const law = async (changes: object) =>
      (await national.post('/elections', { ...draft, ...changes })).json<Election>('data').lawProfile;
    expect(await law({ electionDate: '2023-02-25' })).toBe('electoral_act_2022');
    expect(await law({ electionDate: '2027-01-16' })).toBe('electoral_act_2026');
    expect(await law({ electionDate: '2027-01-16', lawProfile: 'electoral_act_2022' })).toBe('electoral_act_2022');
  });

  it('is quoted with a result, and both laws stay named when it changes after the first result', async () => {
    await setElectionMode(test.database.db, true);
    test.app.platform.organisation.invalidate();
    const { ward, units } = await createWard(test.database.db, 1);
    const id = await createElection(test.database.db);
    const officer = await test.as('polling_unit_officer', units[0] ?? ward);
    const admin = await test.as('ward_admin', ward);
    const sent = await officer.post('/results', sheet(id, units[0] ?? ward), { 'idempotency-key': 'law-1' });
    expect(sent.status).toBe(201);
    const quoted = async () => (await admin.get(`/results/${sent.json<string>('data.id')}`)).json('data.overVotingLaw');
    expect(await quoted()).toEqual({ law: 'electoral_act_2026', section: '51(2)', confirmed: true });

    const changed = await national.put(`/elections/${id}`, { lawProfile: 'electoral_act_2022' });
    expect(changed.json('data')).toMatchObject({
      lawProfile: 'electoral_act_2022',
      formerLawProfiles: ['electoral_act_2026'],
    });
    expect(await quoted()).toEqual({ law: 'electoral_act_2022', section: '51', confirmed: true });
  });
});
