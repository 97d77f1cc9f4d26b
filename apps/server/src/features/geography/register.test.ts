import { gzipSync } from 'node:zlib';
import { codeOf } from '@ec/contract/geography/location-id';
import type { Location } from '@ec/contract/geography/schemas';
import type { RegisterImport } from '@ec/contract/geography/register-import';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { whenStartedSettled } from '../../../test/imports.ts';
import { bulkTransaction } from '../../platform/database/bulk.ts';
import { copyUnits, copyWards, createImportTables, storeRegister } from './register-import/import-repository.ts';
import { refreshAllSums } from './repository.ts';

let test: TestApp;
let national: Client;

beforeAll(async () => {
  test = await testApp();
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());

const HEADER = 'pu_code,state,lga,ward,polling_unit,registered_2023';
const csv = (...lines: string[]) => [HEADER, ...lines].join('\n');

async function upload(file: string | Buffer, client: Pick<Client, 'send'> = national, type = 'text/csv') {
  const headers = { 'content-type': type };
  return await client.send({ method: 'POST', url: '/api/geographical-data/import', headers, payload: file });
}

/** Uploads a file and polls the progress until the import has ended. */
async function importFile(file: string | Buffer, type?: string): Promise<RegisterImport> {
  const started = await upload(file, national, type);
  return await whenStartedSettled<RegisterImport>(national, started, '/geographical-data/import');
}

const location = async (code: string) => (await national.get(`/locations/${code}`)).json<Location | undefined>('data');
const countUnits = async () =>
  (await national.get('/locations?type=polling_unit&pageSize=1')).json<number>('data.total');

describe('a register', () => {
  it('is imported with its wards, units and sums, and audited', async () => {
    const progress = await importFile(
      csv('01-01-01-001,Abia,Aba North,EZIAMA,"Town Hall, front",968', '01-01-01-002,Abia,Aba North,EZIAMA,School,'),
    );
    expect(progress).toMatchObject({
      state: 'completed',
      done: 1,
      counts: {
        rows: 2,
        added: { wards: 1, pollingUnits: 2 },
        changed: { wards: 0, pollingUnits: 0 },
        left: { wards: 0, pollingUnits: 0 },
      },
    });
    expect(await location('01-01-01-001')).toMatchObject({ name: 'Town Hall, front', registeredVoters: 968, units: 1 });
    expect(await location('01-01-01-002')).not.toHaveProperty('registeredVoters');
    for (const code of ['01-01-01', '01-01', '01', 'SE', 'NG']) {
      expect(await location(code)).toMatchObject({ units: 2, registeredVoters: 968 });
    }
    const audit = await test.database.db
      .selectFrom('audit_entries')
      .select(['user_id', 'new_values'])
      .where('event', '=', 'geography.imported')
      .execute();
    expect(audit).toMatchObject([{ user_id: national.person.id, new_values: { rows: 2 } }]);
  });

  it('imported again changes only what changed, and leaves units that it does not name', async () => {
    await importFile(csv('02-01-01-001,Adamawa,Demsa,BILLE,A,10', '02-01-01-002,Adamawa,Demsa,BILLE,B,20'));
    const { counts } = await importFile(
      csv('02-01-01-002,Adamawa,Demsa,BILLE,B,25', '02-01-02-001,Adamawa,Demsa,BORRONG,C,5'),
    );
    expect(counts).toMatchObject({
      added: { wards: 1, pollingUnits: 1 },
      changed: { wards: 0, pollingUnits: 1 },
      left: { wards: 1, pollingUnits: 0 },
    });
    expect(await location('02-01-01-001')).toMatchObject({ name: 'A', registeredVoters: 10 });
    expect(await location('02-01')).toMatchObject({ units: 3, registeredVoters: 40 });
    const again = await importFile(
      csv('02-01-01-002,Adamawa,Demsa,BILLE,B,', '02-01-02-001,Adamawa,Demsa,BORRONG,C,5'),
    );
    expect(again.counts).toMatchObject({ left: { wards: 2, pollingUnits: 2 } });
    expect(await location('02-01-01-002')).toMatchObject({ registeredVoters: 25 });
  });

  it('leaves a trace of the registered voters that it changes, and a unit that goes of its last ones', async () => {
    const { db } = test.database;
    await importFile(csv('02-02-01-001,Adamawa,Fufore,BETI,A,10', '02-02-01-002,Adamawa,Fufore,BETI,B,'));
    await importFile(csv('02-02-01-001,Adamawa,Fufore,BETI,A,35', '02-02-01-002,Adamawa,Fufore,BETI,B,20'));
    await db.deleteFrom('locations').where('code', 'in', ['02-02-01-001', '02-02-01-002']).execute();
    const read = sql<object>`select code, before, after from registered_voter_changes where code like '02-02-%' order by id`;
    expect((await read.execute(db)).rows).toEqual([
      { code: '02-02-01-001', before: 10, after: 35 },
      { code: '02-02-01-001', before: 35, after: null },
      { code: '02-02-01-002', before: 20, after: null },
    ]);
    await expect(sql`delete from registered_voter_changes`.execute(db)).rejects.toThrow(/permission denied/);
    const audit = await db
      .selectFrom('audit_entries')
      .select(['resource_id', 'new_values'])
      .where('event', '=', 'geography.imported')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(audit).toMatchObject([{ new_values: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string } }]);
    expect(audit[0]?.resource_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('may have other columns, any order, a byte order mark, CRLF, gzip and other spellings', async () => {
    const text =
      '\uFEFFremark,registered_2023,polling_unit,ward,lga,state,pu_code\r\nx,7,Hall,W,IBEJU LEKKI,LAGOS,24-09-01-001\r\n\r\n' +
      ',8,Hall 2,W,Ibeju-Lekki,lagos,24-09-01-002\r\n';
    const progress = await importFile(gzipSync(text), 'application/gzip');
    expect(progress.counts).toMatchObject({ rows: 2, added: { wards: 1, pollingUnits: 2 } });
  });

  it('may be sent as a form with a file', async () => {
    const boundary = 'x-boundary';
    const body = [
      `--${boundary}`,
      'content-disposition: form-data; name="file"; filename="register.csv"',
      'content-type: text/csv',
      '',
      csv('03-01-01-001,Akwa Ibom,Abak,W,Form,1'),
      `--${boundary}--`,
      '',
    ].join('\r\n');
    expect((await importFile(body, `multipart/form-data; boundary=${boundary}`)).state).toBe('completed');
    expect(await location('03-01-01-001')).toMatchObject({ name: 'Form' });
  });
});

describe('a register with faults', () => {
  it('has every bad line named with its number, and nothing of it is stored', async () => {
    const before = await countUnits();
    const { state, error } = await importFile(
      csv(
        '24-11-01-001,Lagos,Ikeja,ANIFOWOSE,Good,500',
        '24-11-01-001,Lagos,Ikeja,ANIFOWOSE,Twice,500',
        '99-11-01-001,Lagos,Ikeja,ANIFOWOSE,No state,500',
        '24-99-01-001,Lagos,Ikeja,ANIFOWOSE,No LGA,500',
        '24-11-01-002,Abia,Ikeja,ANIFOWOSE,Other state,500',
        '24-11-01-003,Lagos,Agege,ANIFOWOSE,Other LGA,500',
        '24-11-01-004,Lagos,Ikeja,ANIFOWOSE,,500',
        '24-11-01-005,Lagos,Ikeja,,No ward,500',
        '24-11-01-006,Lagos,Ikeja,ANIFOWOSE,"broken,500',
        '24-11-01-007,Lagos,Ikeja,OJODU,Ward named twice,500',
        '24-11-01-008,Lagos,Ikeja,ANIFOWOSE,Half,50.5',
        '24-11-01-009,Lagos,Ikeja,ANIFOWOSE,Negative,-5',
        '24-11-01,Lagos,Ikeja,ANIFOWOSE,A ward,500',
        '2411-01-001,Lagos,Ikeja,ANIFOWOSE,Form,500',
        '24-11-01-010,Lagos,Ikeja',
        '24-11-01-011,Lagos,Ikeja,ANIFOWOSE,Good,500',
      ),
    );
    expect(state).toBe('failed');
    expect(error).toMatchObject({ code: 'IMPORT_INVALID', count: 14 });
    expect(error?.lines.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
    expect(error?.lines.map(({ message }) => message)).toEqual([
      '24-11-01-001 is already on line 2',
      'There is no state 99',
      'There is no LGA 24-99',
      'State 24 is Lagos, not Abia',
      'LGA 24-11 is Ikeja, not Agege',
      '24-11-01-004 has no name',
      '24-11-01-005 has no ward name',
      'A quotation mark is not closed, or stands in the middle of a field',
      'Ward 24-11-01 is named OJODU here and ANIFOWOSE on line 2',
      '24-11-01-008: 50.5 is not a number of registered voters',
      '24-11-01-009: -5 is not a number of registered voters',
      '24-11-01 is not a polling unit code like 24-11-05-003',
      '2411-01-001 is not a polling unit code like 24-11-05-003',
      'The line has 3 fields where the header has 6',
    ]);
    expect(await countUnits()).toBe(before);
    expect((await national.get('/locations/24-11-01')).status).toBe(404);
  });

  it('with characters that no name can hold has their lines named too', async () => {
    const { error } = await importFile(
      csv('24-11-01-001,Lagos,Ikeja,ANIFOWOSE,Nu\0ll,1', '24-11-01-002,Lagos,Ikeja,ANIFOWOSE,\uFFFD,1'),
    );
    expect(error).toMatchObject({ code: 'IMPORT_INVALID', count: 2 });
    expect(error?.lines).toEqual([
      { line: 2, message: 'The line has null characters, which cannot be stored' },
      { line: 3, message: 'The line has characters that are not UTF-8' },
    ]);
  });

  it('lists a thousand bad lines and counts all', async () => {
    const { error } = await importFile(csv(...Array.from({ length: 1500 }, (_, index) => `${index},x,x,x,x,1`)));
    expect(error?.count).toBe(1500);
    expect(error?.lines).toHaveLength(1000);
  });

  it.each([
    ['an empty file', '\n', 'The file is empty'],
    ['a header alone', HEADER, 'The file has a header but no polling unit'],
    [
      'a header without a column',
      'pu_code,state\n24-11-01-001,Lagos',
      'The header lacks lga, ward, polling_unit, registered_2023',
    ],
  ])('%s is refused', async (_, file, message) => {
    expect((await importFile(file)).error?.lines).toEqual([expect.objectContaining({ message })]);
  });

  it('cut off while compressed is refused', async () => {
    const whole = gzipSync(
      csv(
        ...Array.from(
          { length: 500 },
          (_, n) => `24-11-02-${String(n + 1).padStart(3, '0')},Lagos,Ikeja,W,U${Math.sqrt(n)},1`,
        ),
      ),
    );
    const { error } = await importFile(whole.subarray(0, whole.length / 2), 'application/gzip');
    expect(error?.lines[0]?.message).toBe('The compressed file is damaged or was cut off');
    expect((await national.get('/locations/24-11-02')).status).toBe(404);
  });
});

describe('the import', () => {
  it('is for the national admin and the global moderator; the super admin only reads', async () => {
    const row = csv('04-01-01-001,Anambra,Aguata,W,Moderated,1');
    expect((await upload(row, test.anonymous)).status).toBe(401);
    for (const [role, area] of [
      ['super_admin', 'NG'],
      ['regional_admin', 'SW'],
      ['ward_admin', '24'],
    ] as const) {
      expect((await upload(row, await test.as(role, place(area)))).code).toBe('ROLE_DENIED');
    }
    expect((await upload(row, await test.as('global_moderator', place('NG')))).status).toBe(202);
  });

  it('refuses what is no register, and an unknown id', async () => {
    expect((await upload('{}', national, 'application/json')).status).toBe(415);
    const unknown = await national.get('/geographical-data/import/0198c2f0-0000-7000-8000-000000000000');
    expect(unknown.status).toBe(404);
  });

  it('runs alone: another one and changes of the tree wait', async () => {
    const holder = await test.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select pg_advisory_xact_lock(7301001)');
      expect((await upload(csv('05-01-01-001,Bauchi,Alkaleri,W,U,1'))).code).toBe('IMPORT_RUNNING');
      const added = await national.post('/geographical-data/add', { type: 'wards', name: 'New', parentId: '24-11' });
      expect(added.code).toBe('IMPORT_RUNNING');
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });

  it('of a process that was killed reads as failed and can be started again', async () => {
    const id = '0198c2f0-0000-7000-8000-000000000001';
    await test.database.db.insertInto('register_imports').values({ id, state: 'reading' }).execute();
    const reply = await national.get(`/geographical-data/import/${id}`);
    expect(reply.json('data')).toMatchObject({ state: 'failed', error: { code: 'IMPORT_INTERRUPTED' } });
    expect((await importFile(csv('06-01-01-001,Bayelsa,Brass,W,Again,1'))).state).toBe('completed');
  });

  it('does not hold up the results of the units that it changes', async () => {
    const { db } = test.database;
    const { ward, units } = await createWard(db, 1);
    const unit = units[0] ?? ward;
    const officer = await test.as('polling_unit_officer', unit);
    await setElectionMode(db, true);
    test.app.platform.organisation.invalidate();
    const election = await createElection(db);
    await bulkTransaction(test.database, async (bulk) => {
      await createImportTables(bulk.tx);
      const renamed = { id: unit, code: codeOf(unit), name: 'Renamed', registered: 777 };
      await copyUnits(
        bulk,
        (async function* () {
          yield renamed;
        })(),
      );
      await copyWards(bulk, [{ id: ward, name: 'Renamed', line: 1 }]);
      expect(await storeRegister(bulk.tx)).toMatchObject({ changed: { wards: 1, pollingUnits: 1 } });
      await refreshAllSums(bulk.tx, [ward]);
      const reply = await officer.post('/results', sheet(election, unit), { 'idempotency-key': 'during-import' });
      expect(reply.status).toBe(201);
    });
    expect(await location(codeOf(unit))).toMatchObject({ name: 'Renamed', registeredVoters: 777 });
  });
});
