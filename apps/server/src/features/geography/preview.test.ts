import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Location } from '@ec/contract/geography/schemas';
import type { RegisterImport, RegisterImportList, RegisterPreview } from '@ec/contract/geography/register-import';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { whenSettled } from '../../../test/imports.ts';
import { narrowed } from '../../../test/moderators.ts';
import { auditOf } from '../../../test/looks.ts';

let test: TestApp;
let national: Client;

beforeAll(async () => {
  test = await testApp();
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());

const HEADER = 'pu_code,state,lga,ward,polling_unit,registered_2023';
const csv = (...lines: string[]) => [HEADER, ...lines].join('\n');
const UNKNOWN_ID = '0198c2f0-0000-7000-8000-000000000000';

async function send(url: string, file: string | Buffer, client: Pick<Client, 'send'> = national, type = 'text/csv') {
  const headers = { 'content-type': type };
  return await client.send({ method: 'POST', url: `/api${url}`, headers, payload: file });
}

const read = async (id: string, client: Client = national) =>
  (await client.get(`/geographical-data/import/${id}`)).json<RegisterImport>('data');
const previewOf = async (id: string) =>
  (await national.get(`/geographical-data/import/${id}/preview`)).json<RegisterPreview>('data');
const latest = async (client: Client = national) =>
  (await client.get('/geographical-data/imports')).json<RegisterImportList>('data').imports;

/** Polls an import until no process works on it. */
const settled = async (id: string) => await whenSettled<RegisterImport>(national, `/geographical-data/import/${id}`);

async function check(file: string | Buffer, client: Client = national, type?: string): Promise<RegisterImport> {
  const started = await send('/geographical-data/import/preview', file, client, type);
  expect(started.status, started.text).toBe(202);
  return await settled(started.json<string>('data.id'));
}

const store = (id: string, client: Client = national) => client.post(`/geographical-data/import/${id}/store`);
const location = async (code: string) => (await national.get(`/locations/${code}`)).json<Location | undefined>('data');
const kept = () => readdir(path.join(test.app.platform.config.dataDir, 'imports')).catch(() => []);
const tree = async () =>
  await test.database.db
    .selectFrom('locations')
    .select(['id', 'name', 'registered_voters', 'units'])
    .orderBy('id')
    .execute();

async function importsAudited(): Promise<number> {
  const entries = test.database.db.selectFrom('audit_entries').select('id');
  return (await entries.where('event', '=', 'geography.imported').execute()).length;
}

async function importNow(file: string): Promise<void> {
  const started = await send('/geographical-data/import', file);
  expect((await settled(started.json<string>('data.id'))).state).toBe('completed');
}

describe('the preview of a register', () => {
  it('says what would change, changes nothing, and equals what the import then does', async () => {
    await importNow(
      csv(
        '01-01-01-001,Abia,Aba North,EZIAMA,Town Hall,100',
        '01-01-01-002,Abia,Aba North,EZIAMA,School,200',
        '01-01-01-003,Abia,Aba North,EZIAMA,Market,',
        '01-01-02-001,Abia,Aba North,OSUSU,Church,50',
        '01-02-01-001,Abia,Aba South,NGWA,Garage,60',
        '01-03-01-001,Abia,Arochukwu,OHAFOR,Hall,70',
      ),
    );
    const before = await tree();
    const waiting = await check(
      csv(
        '01-01-01-001,Abia,Aba North,EZIAMA,Town Hall,100',
        '01-01-01-002,Abia,Aba North,EZIAMA,Primary School,250',
        '01-01-01-004,Abia,Aba North,EZIAMA,New unit,40',
        '01-02-01-001,Abia,Aba South,NGWA ROAD,Garage,',
        '01-02-02-001,Abia,Aba South,MOSQUE STREET,Corner,80',
      ),
    );
    expect(waiting).toMatchObject({
      state: 'waiting',
      rows: 5,
      error: null,
      startedBy: { id: national.person.id, name: national.person.name },
      endedAt: null,
      can: { store: true, discard: true },
    });
    const preview = await previewOf(waiting.id);
    expect(preview.counts).toEqual({
      rows: 5,
      added: { wards: 1, pollingUnits: 2 },
      changed: { wards: 1, pollingUnits: 1 },
      left: { wards: 1, pollingUnits: 2 },
    });
    expect(preview.added.sample).toMatchObject([
      { code: '01-01-01-004', name: 'New unit', where: 'EZIAMA, Aba North, Abia', before: null, after: 40 },
      { code: '01-02-02', type: 'ward', name: 'MOSQUE STREET', where: 'Aba South, Abia' },
      { code: '01-02-02-001', name: 'Corner', where: 'MOSQUE STREET, Aba South, Abia' },
    ]);
    expect(preview.renamed).toMatchObject({
      count: { wards: 1, pollingUnits: 1 },
      sample: [
        { code: '01-01-01-002', before: 'School', after: 'Primary School' },
        { code: '01-02-01', before: 'NGWA', after: 'NGWA ROAD' },
      ],
    });
    expect(preview.registered).toMatchObject({
      count: { pollingUnits: 1 },
      sample: [{ code: '01-01-01-002', before: 200, after: 250 }],
    });
    expect(preview.missing.count).toEqual({ wards: 2, pollingUnits: 3, inWards: 1, inLgas: 1, inStates: 1 });
    expect(preview.missing.sample.map(({ code }) => code)).toEqual([
      '01-01-01-003',
      '01-01-02',
      '01-01-02-001',
      '01-03-01',
      '01-03-01-001',
    ]);
    expect(preview.refused).toEqual({ count: 0, lines: [] });
    expect(await tree()).toEqual(before);

    expect((await store(waiting.id)).status).toBe(202);
    const done = await settled(waiting.id);
    expect(done).toMatchObject({ state: 'completed', counts: preview.counts, can: { store: false, discard: false } });
    expect(await location('01-01-01-002')).toMatchObject({ name: 'Primary School', registeredVoters: 250 });
    expect(await location('01-02-01-001')).toMatchObject({ registeredVoters: 60 });
    // Places missing from the file stay unchanged.
    expect(await location('01-03-01-001')).toMatchObject({ name: 'Hall', registeredVoters: 70 });
    const events = await test.database.db
      .selectFrom('audit_entries')
      .select(['event', 'user_id'])
      .where('event', 'in', ['geography.import_checked', 'geography.imported'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(events).toEqual([
      { event: 'geography.imported', user_id: national.person.id },
      { event: 'geography.import_checked', user_id: national.person.id },
    ]);
    await expect.poll(kept, { interval: 10 }).toEqual([]);
  });

  it('reads a compressed file, and says for a file that changes nothing that nothing changes', async () => {
    const file = csv('02-01-01-001,Adamawa,Demsa,BILLE,A,10');
    await importNow(file);
    const waiting = await check(gzipSync(file), national, 'application/gzip');
    expect((await previewOf(waiting.id)).counts).toMatchObject({
      added: { wards: 0, pollingUnits: 0 },
      changed: { wards: 0, pollingUnits: 0 },
      left: { wards: 1, pollingUnits: 1 },
    });
  });

  it('names bad lines beside what the good ones would change, and cannot be imported', async () => {
    const refused = await check(
      csv('03-01-01-001,Akwa Ibom,Abak,W,Good,1', '03-99-01-001,Akwa Ibom,Nowhere,W,Bad,1', 'x,Akwa Ibom,Abak,W,Bad,1'),
    );
    expect(refused).toMatchObject({
      state: 'failed',
      error: { code: 'IMPORT_INVALID', count: 2 },
      can: { store: false },
    });
    const preview = await previewOf(refused.id);
    expect(preview.refused).toEqual({
      count: 2,
      lines: [
        { line: 3, message: 'There is no LGA 03-99' },
        { line: 4, message: 'x is not a polling unit code like 24-11-05-003' },
      ],
    });
    expect(preview.counts).toMatchObject({ rows: 3, added: { wards: 1, pollingUnits: 1 } });
    expect((await store(refused.id)).code).toBe('IMPORT_NOT_WAITING');
    expect((await national.get('/locations/03-01-01')).status).toBe(404);
  });

  it('of a damaged file is refused with the line at which it ends', async () => {
    const lines = Array.from(
      { length: 500 },
      (_, n) => `24-11-02-${String(n + 1).padStart(3, '0')},Lagos,Ikeja,W,${n},1`,
    );
    const whole = gzipSync(csv(...lines));
    const { error } = await check(whole.subarray(0, whole.length / 2), national, 'application/gzip');
    expect(error?.lines.at(-1)?.message).toBe('The compressed file is damaged or was cut off');
  });

  it('lists the first 200 of many and counts all', async () => {
    const lines = Array.from(
      { length: 300 },
      (_, n) => `04-01-01-${String(n + 1).padStart(3, '0')},Anambra,Aguata,W,U${n},1`,
    );
    const { added } = await previewOf((await check(csv(...lines))).id);
    expect(added.count).toEqual({ wards: 1, pollingUnits: 300 });
    expect(added.sample).toHaveLength(200);
    expect(added.sample[0]).toMatchObject({ code: '04-01-01', type: 'ward' });
  });
});

describe('the decision on a checked file', () => {
  it('is made on the tree as it was checked: a change since has it checked anew', async () => {
    const waiting = await check(csv('05-01-01-001,Bauchi,Alkaleri,W,U,1'));
    await national.post('/geographical-data/add', { type: 'wards', name: 'Another', parentId: '05-01' });
    const stale = await store(waiting.id);
    expect([stale.status, stale.code]).toEqual([409, 'IMPORT_STALE']);
    expect((await settled(waiting.id)).state).toBe('waiting');
    expect((await previewOf(waiting.id)).counts.added).toEqual({ wards: 0, pollingUnits: 1 });
    expect((await previewOf(waiting.id)).renamed.sample).toMatchObject([{ before: 'Another', after: 'W' }]);
    expect((await store(waiting.id)).status).toBe(202);
    expect((await settled(waiting.id)).counts).toMatchObject({ changed: { wards: 1, pollingUnits: 0 } });
  });

  it('is carried out once however often it is sent', async () => {
    const waiting = await check(csv('06-01-01-001,Bayelsa,Brass,W,U,1'));
    const before = await importsAudited();
    const replies = await Promise.all([store(waiting.id), store(waiting.id), store(waiting.id)]);
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(1);
    for (const { status, code } of replies) {
      if (status !== 202) expect(['IMPORT_RUNNING', 'IMPORT_NOT_WAITING']).toContain(code);
    }
    await settled(waiting.id);
    expect((await store(waiting.id)).json('error')).toContain('completed');
    expect(await importsAudited()).toBe(before + 1);
    expect(await location('06-01')).toMatchObject({ units: 1 });
  });

  it('of two people at once is carried out one after the other, the second on what the first has left', async () => {
    const other = await test.as('global_moderator', place('NG'));
    const file = (name: string) => csv(`13-01-01-001,Ekiti,Ado-Ekiti,W,${name},1`);
    const [mine, theirs] = [await check(file('Mine')), await check(file('Theirs'), other)];
    const replies = [await store(mine.id), await store(theirs.id, other)];
    expect(replies.map(({ status }) => status)).toEqual([202, 409]);
    expect(['IMPORT_RUNNING', 'IMPORT_STALE']).toContain(replies[1]?.code);
    expect((await settled(mine.id)).state).toBe('completed');
    if (replies[1]?.code === 'IMPORT_RUNNING') expect((await store(theirs.id, other)).code).toBe('IMPORT_STALE');
    expect((await settled(theirs.id)).state).toBe('waiting');
    expect((await previewOf(theirs.id)).renamed.sample).toMatchObject([{ before: 'Mine', after: 'Theirs' }]);
    expect((await store(theirs.id, other)).status).toBe(202);
    expect((await settled(theirs.id)).state).toBe('completed');
    expect(await location('13-01-01-001')).toMatchObject({ name: 'Theirs' });
  });

  it('belongs to the sender of the file, and to no other role', async () => {
    const waiting = await check(csv('07-01-01-001,Benue,Ado,W,U,1'));
    const colleague = await test.as('national_admin', place('NG'));
    const superAdmin = await test.as('super_admin', place('NG'));
    expect((await latest(colleague)).find(({ id }) => id === waiting.id)).toMatchObject({
      state: 'waiting',
      can: { store: false, discard: false },
    });
    expect((await read(waiting.id, superAdmin)).can.store).toBe(false);
    for (const url of [
      `/geographical-data/import/${waiting.id}/store`,
      `/geographical-data/import/${UNKNOWN_ID}/store`,
    ]) {
      expect((await colleague.post(url)).status).toBe(404);
    }
    expect((await colleague.delete(`/geographical-data/import/${waiting.id}`)).status).toBe(404);
    expect((await store(waiting.id, superAdmin)).code).toBe('ROLE_DENIED');
    expect((await test.anonymous.post(`/geographical-data/import/${waiting.id}/store`)).status).toBe(401);
    expect((await send('/geographical-data/import/preview', 'x', test.anonymous)).status).toBe(401);
    expect((await send('/geographical-data/import/preview', 'x', superAdmin)).code).toBe('ROLE_DENIED');
    expect((await send('/geographical-data/import/preview', '{}', national, 'application/json')).status).toBe(415);
    const ofLagos = await narrowed(test, { canManageGeographicData: true, allowedStates: ['24'] });
    expect((await send('/geographical-data/import/preview', csv(), ofLagos)).status).toBe(404);
    expect(await latest(ofLagos)).toEqual([]);
    expect((await store('not-an-id')).status).toBe(400);
    expect((await national.get(`/geographical-data/import/${UNKNOWN_ID}/preview`)).status).toBe(404);
  });

  it('may be to give it up: the file is removed and nothing of it can be imported', async () => {
    const waiting = await check(csv('08-01-01-001,Borno,Abadam,W,U,1'));
    const gone = await national.delete(`/geographical-data/import/${waiting.id}`);
    expect(gone.json('data')).toMatchObject({ state: 'discarded', can: { store: false } });
    expect((await store(waiting.id)).code).toBe('IMPORT_NOT_WAITING');
    expect((await national.delete(`/geographical-data/import/${waiting.id}`)).code).toBe('IMPORT_NOT_WAITING');
    expect(await auditOf(test, 'geography.import_discarded', waiting.id)).toHaveLength(1);
    await expect.poll(kept, { interval: 10 }).not.toContain(`${waiting.id}.csv`);
  });

  it('is overtaken by the next file that the same person sends', async () => {
    const first = await check(csv('09-01-01-001,Cross River,Abi,W,U,1'));
    const second = await check(csv('09-01-01-002,Cross River,Abi,W,U,1'));
    expect([(await read(first.id)).state, (await read(second.id)).state]).toEqual(['discarded', 'waiting']);
    expect((await latest())[0]).toMatchObject({ id: second.id, fileName: 'register.csv' });
    expect(await auditOf(test, 'geography.import_discarded', first.id)).toHaveLength(1);
  });

  const file = (id: string) => path.join(test.app.platform.config.dataDir, 'imports', `${id}.csv`);

  it('is carried out by a server to which the file was not sent, and then lies nowhere any more', async () => {
    const waiting = await check(csv('13-01-01-001,Ekiti,Ado-Ekiti,W,U,1'));
    await rm(file(waiting.id));
    expect((await store(waiting.id)).status).toBe(202);
    expect((await settled(waiting.id)).state).toBe('completed');
    await expect.poll(kept, { interval: 10 }).not.toContain(`${waiting.id}.csv`);
    await expect.poll(() => test.app.platform.files.has(`imports/${waiting.id}.csv`)).toBe(false);
  });

  it('is refused where the file is not the one that was checked, or is gone', async () => {
    const changed = await check(csv('10-01-01-001,Delta,Aniocha North,W,U,1'));
    await test.app.platform.files.remove(`imports/${changed.id}.csv`);
    await writeFile(file(changed.id), csv('10-01-01-001,Delta,Aniocha North,W,Other,1'));
    expect((await store(changed.id)).code).toBe('IMPORT_FILE_GONE');
    expect(existsSync(file(changed.id))).toBe(false);
    expect((await read(changed.id)).state).toBe('discarded');
    expect(await auditOf(test, 'geography.import_discarded', changed.id)).toHaveLength(1);
    const late = await check(csv('10-01-01-001,Delta,Aniocha North,W,U,1'));
    const yesterday = new Date(test.clock.now().getTime() - 25 * 3_600_000);
    const rows = test.database.db.updateTable('register_imports').set({ created_at: yesterday });
    await rows.where('id', '=', late.id).execute();
    expect((await store(late.id)).json('error')).toContain('This import is discarded');
    expect((await read(late.id)).state).toBe('discarded');
  });

  it('waits again where the process that carried it out was killed', async () => {
    const waiting = await check(csv('11-01-01-001,Ebonyi,Abakaliki,W,U,1'));
    await test.database.db
      .updateTable('register_imports')
      .set({ state: 'storing' })
      .where('id', '=', waiting.id)
      .execute();
    expect(await read(waiting.id)).toMatchObject({
      state: 'waiting',
      error: { code: 'IMPORT_INTERRUPTED' },
      can: { store: true },
    });
    expect((await store(waiting.id)).status).toBe(202);
    expect((await settled(waiting.id)).state).toBe('completed');
  });

  it('waits for the import that is running', async () => {
    const waiting = await check(csv('12-01-01-001,Edo,Akoko-Edo,W,U,1'));
    const holder = await test.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select pg_advisory_xact_lock(7301001)');
      expect((await store(waiting.id)).code).toBe('IMPORT_RUNNING');
      const other = await send('/geographical-data/import/preview', csv('12-01-01-002,Edo,Akoko-Edo,W,U,1'));
      expect(other.code).toBe('IMPORT_RUNNING');
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect((await read(waiting.id)).state).toBe('waiting');
  });
});
