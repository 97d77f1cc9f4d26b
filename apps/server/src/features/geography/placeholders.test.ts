import type { RegisterImport } from '@ec/contract/geography/register-import';
import type { GeographicalData, Location } from '@ec/contract/geography/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { whenSettled } from '../../../test/imports.ts';
import { planPlaceholders } from './register-import/placeholders-service.ts';

let test: TestApp;
let national: Client;
let superAdmin: Client;

beforeAll(async () => {
  test = await testApp();
  national = await test.as('national_admin', place('NG'));
  superAdmin = await test.as('super_admin', place('NG'));
});
afterAll(() => test.close());

const create = (client: Pick<Client, 'post'>) => client.post('/geographical-data/placeholders', {});
const location = async (code: string) => (await national.get(`/locations/${code}`)).json<Location>('data');
const register = async (client: Client) =>
  (await client.get('/geographical-data')).json<GeographicalData['register']>('data.register');

const finished = async (client: Client, id: string) =>
  await whenSettled<RegisterImport>(client, `/geographical-data/import/${id}`);

describe('the plan of placeholders', () => {
  it('has INEC’s numbers of wards and polling units of each state where nothing is there', () => {
    const lgas = [place('24-01'), place('24-11')];
    const { wards, units } = planPlaceholders({ lgas, wards: [] });
    expect(wards.filter(({ name }) => name === 'Ward 1')).toHaveLength(2);
    expect(units).toHaveLength(wards.length);
    expect(units.every(({ count }) => count === 54 || count === 55)).toBe(true);
  });

  it('fills a ward that has no polling unit, also one that INEC does not count', () => {
    const { wards, units } = planPlaceholders({ lgas: [], wards: [place('24-11-05'), place('24-11-90')] });
    expect(wards).toEqual([]);
    expect(units.map(({ count }) => count >= 54)).toEqual([true, true]);
  });
});

describe('placeholders', () => {
  it('are refused to others, and fields that are not known too', async () => {
    expect((await create(test.anonymous)).status).toBe(401);
    const state = await test.as('state_admin', place('24'));
    const refused = await create(state);
    expect([refused.status, refused.code]).toEqual([403, 'ROLE_DENIED']);
    const unknown = await national.post('/geographical-data/placeholders', { states: ['24'] });
    expect([unknown.status, unknown.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('are created once, by one of two who ask at the same moment, for the whole nation', async () => {
    expect(await register(superAdmin)).toMatchObject({ lgasWithoutWards: 774 });
    const answers = await Promise.all([create(superAdmin), create(national)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
    expect(answers.find(({ status }) => status === 409)?.code).toBe('IMPORT_RUNNING');
    const won = answers[0].status === 202 ? superAdmin : national;
    const id = answers.find(({ status }) => status === 202)?.json<string>('data.id') ?? '';
    expect(await finished(won, id)).toMatchObject({
      state: 'completed',
      kind: 'placeholders',
      counts: { rows: 176_846, added: { wards: 8809, pollingUnits: 176_846 } },
    });
    expect(await location('24')).toMatchObject({ units: 13_325 });
    expect(await location('NG')).toMatchObject({ units: 176_846 });
    expect(await location('24-11-05-003')).toMatchObject({ name: 'Polling Unit 3' });
    expect(await location('24-11-05-003')).not.toHaveProperty('registeredVoters');
    expect(await register(superAdmin)).toEqual({
      placeholders: { wards: 8809, pollingUnits: 176_846 },
      lgasWithoutWards: 0,
      wardsWithoutUnits: 0,
    });
    const entries = await test.database.db
      .selectFrom('audit_entries')
      .select(['new_values'])
      .where('event', '=', 'geography.placeholders_created')
      .execute();
    expect(entries).toMatchObject([{ new_values: { added: { wards: 8809, pollingUnits: 176_846 } } }]);
    const again = await create(national);
    expect([again.status, again.code]).toEqual([409, 'PLACEHOLDERS_NOT_NEEDED']);
  }, 180_000);

  it('are taken over by a register by their codes, which says what it renamed, added and left', async () => {
    const file = [
      'pu_code,state,lga,ward,polling_unit,registered_2023',
      '24-11-05-001,Lagos,Ikeja,ALAUSA,Town Hall,500',
      '24-11-05-002,Lagos,Ikeja,ALAUSA,Polling Unit 2,600',
      '24-11-05-400,Lagos,Ikeja,ALAUSA,School,700',
    ].join('\n');
    const headers = { 'content-type': 'text/csv' };
    // The super admin brings the first register.
    const url = '/api/geographical-data/import';
    const started = await superAdmin.send({ method: 'POST', url, headers, payload: file });
    expect(started.status).toBe(202);
    const { counts } = await finished(superAdmin, started.json<string>('data.id'));
    expect(counts).toMatchObject({
      added: { wards: 0, pollingUnits: 1 },
      changed: { wards: 1, pollingUnits: 2 },
      placeholders: { takenOver: { wards: 1, pollingUnits: 2 }, left: { wards: 244, pollingUnits: 13_323 } },
    });
    expect(await location('24-11-05')).toMatchObject({ name: 'ALAUSA' });
    expect(await register(national)).toMatchObject({ placeholders: { wards: 8808, pollingUnits: 176_844 } });
    // From then on those maintain it whose task it is.
    const refused = await superAdmin.send({ method: 'POST', url, headers, payload: file });
    expect([refused.status, refused.code]).toEqual([403, 'ROLE_DENIED']);
    expect((await create(superAdmin)).code).toBe('ROLE_DENIED');
  }, 60_000);

  it('that are renamed by hand are none any more', async () => {
    const before = await register(national);
    await national.put('/geographical-data/update', { type: 'wards', id: '24-11-06', newName: 'Agidingbi' });
    const { placeholders } = await register(national);
    expect(placeholders.wards).toBe(before.placeholders.wards - 1);
  });
});
