import type { ElectionId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { SilentUnits } from '@ec/contract/situation-room/schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElection, createPerson, createWard, place, setElectionMode } from '../../../test/builders.ts';
import { auditOf } from '../../../test/credentials.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { EVERYTHING, narrowed } from '../../../test/moderators.ts';
import { decideInStore, storeReports } from '../../../test/reports.ts';

let test: TestApp;
let national: Client;
let election: ElectionId;

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());
beforeEach(async () => {
  election = await createElection(test.database.db);
});

const ask = async (client: Client, area: string | number, id = election) =>
  await client.get(`/situation-room/silent?electionId=${id}&area=${area}`);
const silent = async (client: Client, area: string | number, id = election) => {
  const reply = await ask(client, area, id);
  expect(reply.status, reply.text).toBe(200);
  return reply.json<SilentUnits>('data');
};
const idsOf = (answer: SilentUnits) => answer.wards.flatMap(({ units }) => units.map(({ id }) => id));

/** Creates a ward admin, and an officer of its first unit who signed in once. */
async function staff(ward: LocationId, unit: LocationId | undefined) {
  const { db } = test.database;
  const admin = await createPerson(db, { role: 'ward_admin', area: ward, name: 'Ayo Bello' });
  const officer = await createPerson(db, { role: 'polling_unit_officer', area: unit ?? ward, name: '=Ngozi()' });
  await db.updateTable('users').set({ last_login_at: test.clock.now() }).where('id', '=', officer.id).execute();
  return { admin, officer };
}

describe('the silent units', () => {
  it('are those without a result and those whose result was returned, by ward, with whom to call', async () => {
    const { db } = test.database;
    const { ward, units } = await createWard(db, 5);
    const other = await createWard(db, 2);
    const { admin, officer } = await staff(ward, units[0]);
    await storeReports(
      test,
      election,
      [units[1], units[2], units[3]].filter((unit) => unit !== undefined),
      [],
    );
    await decideInStore(db, units[3] ?? ward, 'returned');
    await decideInStore(db, units[2] ?? ward, 'cancelled');

    const ofWard = await silent(national, ward);
    expect(idsOf(ofWard)).toEqual([units[0], units[3], units[4]]);
    expect(ofWard).toMatchObject({ total: 3, area: { id: ward, type: 'ward' } });
    expect(ofWard.wards[0]?.contact).toEqual({
      id: admin.id,
      name: 'Ayo Bello',
      role: 'ward_admin',
      phone: admin.phone,
    });
    expect(ofWard.wards[0]?.units[0]).toMatchObject({
      officer: { id: officer.id, name: '=Ngozi()', phone: officer.phone },
      lastActivity: test.clock.now().toISOString(),
      registeredVoters: 500,
      returned: false,
    });
    expect(ofWard.wards[0]?.units[1]).toMatchObject({ officer: null, lastActivity: null, returned: true });

    const ofLga = await silent(national, '24-11');
    expect(ofLga.wards.map(({ ward: { id } }) => id)).toEqual(expect.arrayContaining([ward, other.ward]));
    expect(idsOf(ofLga)).toEqual(expect.arrayContaining([...idsOf(ofWard), ...other.units]));
  });

  it('are of the election alone: not what it does not cover, and not silent for what another one has', async () => {
    const { ward, units } = await createWard(test.database.db, 2);
    await storeReports(test, election, units, []);
    const second = await createElection(test.database.db);
    const kano = await createElection(test.database.db, { areas: [place('19')] });
    expect((await silent(national, ward)).total).toBe(0);
    expect((await silent(national, ward, second)).total).toBe(2);
    expect((await silent(national, ward, kano)).total).toBe(0);
  });

  it('name no one whose account is not active', async () => {
    const { ward, units } = await createWard(test.database.db, 1);
    const { admin, officer } = await staff(ward, units[0]);
    for (const { id } of [admin, officer])
      await test.database.db.updateTable('users').set({ status: 'INACTIVE' }).where('id', '=', id).execute();
    const [first] = (await silent(national, ward)).wards;
    expect([first?.contact, first?.units[0]?.officer]).toEqual([null, null]);
  });

  it.each(['NG', 'SW', '24'])('are not listed for all of %s', async (area) => {
    const reply = await ask(national, area);
    expect(reply.status).toBe(400);
    expect(reply.json('fields')).toEqual([{ path: 'area', message: 'Choose an LGA or a ward' }]);
  });

  it('say at once everything that is wrong with what was asked', async () => {
    const reply = await national.get('/situation-room/silent?electionId=x');
    expect(reply.status).toBe(400);
    expect(
      reply
        .json<{ path: string }[]>('fields')
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['area', 'electionId']);
    expect((await ask(national, '24-99')).code).toBe('UNKNOWN_LOCATION');
    const nowhere = '0190aaaa-0000-7000-8000-000000000000' as ElectionId;
    expect((await ask(national, '24-11', nowhere)).code).toBe('ELECTION_NOT_FOUND');
  });
});

describe('a narrowed moderator', () => {
  it('gets what of an LGA is theirs, and nothing of others', async () => {
    const mine = await createWard(test.database.db, 2);
    const other = await createWard(test.database.db, 2);
    const reader = await narrowed(test, { ...EVERYTHING, allowedWards: [String(mine.ward)], allowedStates: ['19'] });
    expect(idsOf(await silent(reader, '24-11'))).toEqual(mine.units);
    expect((await ask(reader, other.ward)).code).toBe('UNKNOWN_LOCATION');
    expect((await ask(reader, '24-01')).status).toBe(404);
    expect((await ask(reader, '19-13')).status).toBe(200);
  });
});

describe('without the right to see people', () => {
  it('the units are listed and no person is named, also in the file', async () => {
    const { ward, units } = await createWard(test.database.db, 1);
    const { admin, officer } = await staff(ward, units[0]);
    const reader = await test.as('global_moderator', place('NG'));
    await test.database.db
      .insertInto('role_permissions')
      .values({ role: 'global_moderator', module: 'user_management', level: 'none' })
      .execute();
    test.app.platform.organisation.invalidate();
    const replies = [
      await ask(reader, ward),
      await reader.get(`/situation-room/silent.csv?electionId=${election}&area=${ward}`),
    ];
    await test.database.db.deleteFrom('role_permissions').where('role', '=', 'global_moderator').execute();
    test.app.platform.organisation.invalidate();
    for (const reply of replies) {
      expect(reply.status).toBe(200);
      expect(reply.text).toContain('Polling Unit 1');
      for (const secret of [admin.name, officer.name, admin.phone.slice(4), officer.phone.slice(4)])
        expect(reply.text.replaceAll(' ', '')).not.toContain(secret.replaceAll(' ', ''));
    }
  });
});

describe('the file', () => {
  it('has one row a unit, numbers as they are dialled, and nothing that a spreadsheet would run', async () => {
    const { ward, units } = await createWard(test.database.db, 2);
    const { admin, officer } = await staff(ward, units[0]);
    const reply = await national.get(`/situation-room/silent.csv?electionId=${election}&area=${ward}`);
    expect(reply.headers['content-type']).toContain('text/csv');
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="silent-units-24-11-\d+\.csv"$/);
    const lines = reply.text.replace('\uFEFF', '').trim().split('\n');
    expect(lines[0]).toBe('ward,pu_code,polling_unit,officer,officer_phone,ward_admin,ward_admin_phone');
    expect(await auditOf(test, election)).toContain('live.silent_units_exported');
    expect(lines).toHaveLength(3);
    const dialled = (phone: string) => phone.replace('+234', '0').replace(/^(\d{4})(\d{3})(\d{4})$/, '$1 $2 $3');
    expect(lines[1]).toMatch(
      new RegExp(`,Polling Unit 1,'=Ngozi\\(\\),${dialled(officer.phone)},Ayo Bello,${dialled(admin.phone)}$`),
    );
    expect(lines[2]).toMatch(new RegExp(`,Polling Unit 2,,,Ayo Bello,${dialled(admin.phone)}$`));
  });
});
