import type { UserImport } from '@ec/contract/users/import';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, createWard, nextPhone, place } from '../../../test/builders.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../test/harness.ts';
import { sendCsv } from '../../../test/imports.ts';
import { openStream, ticketOf } from '../../../test/stream.ts';
import { importEnded } from '../../../test/user-import.ts';
import { openInvite, showInviteCode } from '../../platform/identity/invites.ts';
import { IMPORT_LOCK } from './repository.ts';

let test: TestApp;
let national: Client;

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());

const HEADER = 'name,phone,pu_code';
const local = () => `0${nextPhone().slice(4)}`;
const stored = (phone: string) => `+234${phone.slice(1)}`;
const csv = (...lines: string[]) => lines.join('\n');

interface Sent {
  role?: string;
  by?: Client;
  fields?: Record<string, string>;
  name?: string;
}

async function upload(
  content: string | Buffer,
  { role = 'polling_unit_officer', by = national, fields = {}, name = 'officers.csv' }: Sent = {},
) {
  return await sendCsv(by, '/users/import/file', { content, name, fields: { role, ...fields } });
}

const progress = async (id: string, by = national) => (await by.get(`/users/import/${id}`)).json<UserImport>('data');
const ended = async (started: Reply, by = national) => await importEnded(by, started);

const importFile = async (content: string | Buffer, sent: Sent = {}) =>
  await ended(await upload(content, sent), sent.by);

const byPhone = async (phone: string) =>
  await test.database.db
    .selectFrom('users')
    .selectAll()
    .where('phone', '=', phone)
    .where('status', '!=', 'DELETED')
    .executeTakeFirst();

async function units(count: number, lga?: LocationId) {
  const made = await createWard(test.database.db, count, lga);
  return { ...made, codes: made.units.map((unit) => codeOf(unit)) };
}

const reasons = ({ refusals }: UserImport) => refusals.map(({ line, message }) => `${line}: ${message}`);

describe('a file of officers', () => {
  it('stores each row, invites every user and notifies the console that watches', async () => {
    const { codes, units: ids } = await units(3);
    const phones = [local(), local(), local()];
    const stream = await openStream(test, await ticketOf(national));
    const done = await importFile(
      csv(HEADER, ...codes.map((code, index) => `Officer ${index},${phones[index]},${code}`)),
    );
    expect(done).toMatchObject({ state: 'completed', done: 1, rows: 3, accepted: 3, refused: 0, error: null });
    expect(done).toMatchObject({ fileName: 'officers.csv', role: 'polling_unit_officer', refusals: [] });
    const officer = await byPhone(stored(phones[1] ?? ''));
    expect(officer).toMatchObject({ name: 'Officer 1', area_id: ids[1], role: 'polling_unit_officer' });
    const { rows } = await test.database.pool.query('select body from messages where recipient = $1', [officer?.phone]);
    const { secrets } = test.app.platform;
    const code = officer?.invite_code ? openInvite(secrets, officer.id, officer.invite_code) : undefined;
    expect(code).toMatch(/^[A-Z2-9]{10}$/);
    expect(rows[0]?.body).toContain(showInviteCode(code ?? ''));
    expect(await stream.next('people')).toEqual({ type: 'people' });
    await stream.close();
    const audit = await test.database.db
      .selectFrom('audit_entries')
      .select(['event', 'new_values'])
      .where('resource_id', '=', done.id)
      .execute();
    expect(audit).toHaveLength(1);
    expect(audit[0]).toMatchObject({ event: 'user.imported', new_values: { accepted: 3, refused: 0 } });
    expect(audit[0]?.new_values?.['userIds']).toContain(officer?.id);
    const controls = await test.database.pool.query('select act, by_user_id from account_controls where user_id = $1', [
      officer?.id,
    ]);
    expect(controls.rows).toEqual([{ act: 'created', by_user_id: national.person.id }]);
    expect(officer?.invited_by).toBe(national.person.id);
  });

  it.each([
    ['BOM and CRLF', (lines: string[]) => `\uFEFF${lines.join('\r\n')}\r\n`],
    ['semicolons', (lines: string[]) => lines.join('\n').replaceAll(',', ';')],
    [
      'tabs in UTF-16',
      (lines: string[]) => Buffer.from(`\uFEFF${lines.join('\r\n').replaceAll(',', '\t')}`, 'utf16le'),
    ],
    ['quotes', (lines: string[]) => lines.map((line) => `"${line.replaceAll(',', '","')}"`).join('\n')],
    ['empty rows at the end', (lines: string[]) => `${lines.join('\n')}\n,,,\n\n,,,\n`],
    ['99 unknown columns', (lines: string[]) => lines.map((line) => line + ',x'.repeat(97)).join('\n')],
  ])('is read with %s', async (_, write) => {
    const { codes } = await units(1);
    const phone = local();
    const done = await importFile(write(['Phone,NAME,PU Code', `${phone},Zoë Ade,${codes[0]}`]));
    expect(done).toMatchObject({ state: 'completed', rows: 1, accepted: 1 });
    expect((await byPhone(stored(phone)))?.name).toBe('Zoë Ade');
  });

  it('finds units by their names too, and keeps commas inside quotes', async () => {
    const { units: ids, ward } = await units(2);
    const { name } = await test.database.db
      .selectFrom('locations')
      .select('name')
      .where('id', '=', ward)
      .executeTakeFirstOrThrow();
    const phone = local();
    const lines = [
      'name,phone,email,state,lga,ward,polling_unit',
      `"Obi, Ada",${phone},ada@example.org,LAGOS,ikeja,${name.toLowerCase()},polling  unit 2`,
      `Musa,${local()},,24,24-11,${name},Polling Unit 9`,
      `Musa,${local()},,Lagos,Ikeja,,Polling Unit 1`,
    ];
    const done = await importFile(csv(...lines));
    expect(await byPhone(stored(phone))).toMatchObject({ name: 'Obi, Ada', email: 'ada@example.org', area_id: ids[1] });
    expect(reasons(done)).toEqual([
      `3: There is no polling unit "Polling Unit 9" in ${name}`,
      '4: The ward is missing',
    ]);
  });

  it('gives every refused row its line and its reasons, and stores the others', async () => {
    const { codes, ward } = await units(4);
    const inUse = nextPhone();
    await createPerson(test.database.db, { role: 'gpuo', area: null, phone: inUse });
    await createPerson(test.database.db, { role: 'polling_unit_officer', area: place(codes[3] ?? '') });
    const [first, free] = [local(), local()];
    const done = await importFile(
      csv(
        HEADER,
        `Ada,${first},${codes[0]}`,
        `Ada,+234 ${first.slice(1)},${codes[1]}`,
        `Ada,00${inUse.slice(1)},${codes[1]}`,
        `Ada,${local()},${codes[0]}`,
        `Ada,${local()},${codes[3]}`,
        `Ada,${local()},24-11-250-999`,
        `Ada,${local()},${codeOf(ward)}`,
        ',0700,nonsense',
        '',
        `"Two\nlines",${free},${codes[2]}`,
        `Ada,${local()},${codes[2]},surplus`,
        `${'x'.repeat(121)},${local()},${codes[1]}`,
      ),
    );
    expect(done).toMatchObject({ state: 'completed', rows: 11, accepted: 2, refused: 9 });
    const office =
      'A Polling Unit Officer already exists for Polling Unit: Polling Unit 4. Please delete the existing admin first.';
    expect(reasons(done)).toEqual([
      '3: Line 2 has the same phone number',
      '4: This phone number is already in use by another user.',
      '5: Line 2 names a Polling Unit Officer for Polling Unit 1 already',
      `6: ${office}`,
      '7: There is no polling unit with the code "24-11-250-999"',
      `8: "${codeOf(ward)}" is the code of a ward, not of a polling unit`,
      '9: The name is missing; This is not a Nigerian mobile number. Write it like 0803 123 4567.; There is no polling unit with the code "nonsense"',
      `13: The line has 4 fields, but the first line names 3 columns; Line 11 names a Polling Unit Officer for Polling Unit 3 already`,
      '14: The name is longer than 120 characters',
    ]);
    expect((await byPhone(stored(free)))?.name).toBe('Two lines');
  });

  it('refuses rows outside the own area', async () => {
    const { codes, ward } = await units(1);
    const other = await units(1, place('24-12'));
    const by = await test.as('ward_admin', ward);
    const done = await importFile(csv(HEADER, `A,${local()},${codes[0]}`, `B,${local()},${other.codes[0]}`), { by });
    expect(done).toMatchObject({ accepted: 1, refused: 1 });
    expect(reasons(done)).toEqual([`3: Polling Unit 1 (${other.codes[0]}) is outside your area`]);
  });

  it('of ward admins takes ward codes, and observers may share a unit', async () => {
    const { ward, codes } = await units(1);
    const phone = local();
    const admins = await importFile(csv('ward_code,name,phone', `${codeOf(ward).replaceAll('-', '/')},Ada,${phone}`), {
      role: 'Ward Admin',
    });
    expect(admins.accepted).toBe(1);
    expect(await byPhone(stored(phone))).toMatchObject({ role: 'ward_admin', area_id: ward });
    const observers = csv(HEADER, `A,${local()},${codes[0]}`, `B,${local()},${codes[0]}`);
    expect((await importFile(observers, { role: 'grassroot_puo' })).accepted).toBe(2);
  });

  it('stores no user where all or nothing is requested and one row is wrong', async () => {
    const { codes } = await units(2);
    const phone = local();
    const file = csv(HEADER, `A,${phone},${codes[0]}`, `B,0700,${codes[1]}`);
    const failed = await importFile(file, { fields: { allOrNothing: 'true' } });
    expect(failed).toMatchObject({ state: 'failed', rows: 2, accepted: 0, refused: 1 });
    expect(failed.error).toEqual({
      code: 'USER_IMPORT_REFUSED',
      message: 'Of 2 rows 1 cannot be imported, so none was imported.',
    });
    expect(await byPhone(stored(phone))).toBeUndefined();
    expect(
      (await importFile(csv(HEADER, `A,${phone},${codes[0]}`), { fields: { allOrNothing: 'true' } })).accepted,
    ).toBe(1);
  });
});

describe('a file that is no list of people', () => {
  const refusal = async (content: string | Buffer, sent?: Sent) => {
    const reply = await upload(content, sent);
    expect(reply.status).toBe(400);
    return reply.json<string>('error');
  };

  it('is refused at once with what is wrong, and nothing is kept', async () => {
    expect(await refusal('')).toBe('The file is empty. Nothing was imported.');
    expect(await refusal('\uFEFF\r\n\r\n')).toBe('The file is empty. Nothing was imported.');
    expect(await refusal(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 8]))).toMatch(/not a text file.*Save as/);
    expect(await refusal(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]))).toMatch(/not a text file/);
    expect(await refusal('name,phone\nA,08031234567')).toMatch(
      /missing: pu_code \(or state, lga, ward and polling_unit\)/,
    );
    const wide = Array.from({ length: 300 }, (_, index) => `c${index}`).join(';');
    expect(await refusal(`${wide}\n${wide}`)).toMatch(/300 columns, and at most 100/);
    const { rows } = await test.database.pool.query(`select from user_imports where file_name = 'never.csv'`);
    expect(rows).toHaveLength(0);
  });

  it('has a limit of 20 MB', async () => {
    expect((await upload(Buffer.alloc(20 * 1024 * 1024 + 1, 'a'))).code).toBe('FILE_TOO_LARGE');
  });

  it('fails where a quotation mark is never closed or no row follows', async () => {
    const open = await importFile(
      csv(HEADER, `A,${local()},24-11-01-001`, `"B,${local()},24-11-01-001\n`.repeat(2500)),
    );
    expect(open).toMatchObject({ state: 'failed', accepted: 0, error: { code: 'USER_IMPORT_UNREADABLE' } });
    expect(open.error?.message).toMatch(/quotation mark is not closed/);
    const none = await importFile(HEADER);
    expect(none.error?.message).toBe('The file has no rows below the headings. Nothing was imported.');
  });

  it('needs a role that the person may give', async () => {
    expect((await upload(HEADER, { role: 'state_admin' })).code).toBe('VALIDATION_FAILED');
    const by = await test.as('lga_admin', place('24-13'));
    expect((await upload(HEADER, { by })).code).toBe('ROLE_NOT_ASSIGNABLE');
    const json = await national.post('/users/import/file?role=gpuo', {});
    expect(json.code).toBe('FILE_MISSING');
  });
});

describe('refused rows as a file', () => {
  it('have line, reason and what stood there, and run no formula', async () => {
    const header = '"name";phone;pu_code;"=HYPERLINK(""x"")"';
    const done = await importFile(`${header}\n=1+1;@SUM(A1);24-11-01-001;+cmd|x\n"Obi; Ada";-5;"24-11";ok\n`);
    const reply = await national.get(`/users/import/${done.id}/refused.csv`);
    expect(reply.headers['content-disposition']).toBe('attachment; filename="refused-officers.csv"');
    const lines = reply.text.split('\r\n');
    expect(lines[0]).toBe(`\uFEFFline,reason,name,phone,pu_code,"'=HYPERLINK(""x"")"`);
    expect(lines[1]).toMatch(/^2,"The name is not one.*,'=1\+1,'@SUM\(A1\),24-11-01-001,'\+cmd\|x$/);
    expect(lines[2]).toMatch(/^3,.*,Obi; Ada,'-5,24-11,ok$/);
    expect(lines).toHaveLength(4);
  });

  it('can be corrected and sent again as they came', async () => {
    const { codes } = await units(1);
    const phone = local();
    await createPerson(test.database.db, { role: 'gpuo', area: null, phone: stored(phone) });
    const first = await importFile(csv(HEADER, `Ada,${stored(phone)},${codes[0]}`));
    const file = (await national.get(`/users/import/${first.id}/refused.csv`)).text;
    expect(file).toContain(`'${stored(phone)}`);
    await test.database.db.updateTable('users').set({ status: 'DELETED' }).where('phone', '=', stored(phone)).execute();
    expect(await importFile(file)).toMatchObject({ accepted: 1, refused: 0 });
  });

  it('and progress are the person’s own', async () => {
    const done = await importFile(csv(HEADER, 'A,1,2'));
    const other = await test.as('super_admin', place('NG'));
    expect((await other.get(`/users/import/${done.id}`)).status).toBe(404);
    expect((await other.get(`/users/import/${done.id}/refused.csv`)).status).toBe(404);
    expect((await other.get('/users/imports')).json('data.imports')).toEqual([]);
    const own = (await national.get('/users/imports')).json<UserImport[]>('data.imports');
    expect(own[0]).toEqual(await progress(done.id));
    expect(own).toHaveLength(10);
  });
});

describe('at the same time', () => {
  it('one person runs one import, and a killed one reads as failed', async () => {
    const by = await test.as('national_admin', place('NG'));
    const { codes } = await units(1);
    const file = csv(HEADER, `A,${local()},${codes[0]}`);
    const id = '0198c2f0-0000-7000-8000-000000000003';
    await test.database.pool.query(
      `insert into user_imports (id, file_name, role, state, started_by) values ($1, 'x.csv', 'gpuo', 'storing', $2)`,
      [id, by.person.id],
    );
    const holder = await test.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select pg_advisory_xact_lock($1::int, hashtext($2))', [IMPORT_LOCK, by.person.id]);
      expect((await upload(file, { by })).code).toBe('USER_IMPORT_RUNNING');
      expect((await progress(id, by)).state).toBe('storing');
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect(await progress(id, by)).toMatchObject({ state: 'failed', error: { code: 'IMPORT_INTERRUPTED' } });
    expect((await importFile(file, { by })).accepted).toBe(1);
  });

  it('two imports of the same people store each person once', async () => {
    const { codes } = await units(30);
    const other = await test.as('super_admin', place('NG'));
    const lines = codes.map((code, index) => `P${index},${local()},${code}`);
    const [a, b] = await Promise.all([
      importFile(csv(HEADER, ...lines)),
      importFile(csv(HEADER, ...lines.toReversed()), { by: other }),
    ]);
    expect([a.state, b.state]).toEqual(['completed', 'completed']);
    expect(a.accepted + b.accepted).toBe(30);
    expect(a.refused + b.refused).toBe(30);
    // By the phone or by the office, whichever was looked at after the other import had stored both.
    for (const reason of [...reasons(a), ...reasons(b)]) expect(reason).toMatch(/already in use|already exists/);
  });

  it('a person who is created by hand meanwhile is refused as a row, and the rest is stored', async () => {
    const { codes } = await units(3);
    const [taken, free] = [local(), local()];
    const holder = await test.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query(
        `insert into users (id, phone, name, role) values (gen_random_uuid(), $1, 'By hand', 'gpuo')`,
        [stored(taken)],
      );
      await holder.query(
        `insert into users (id, phone, name, role, area_id) values (gen_random_uuid(), $1, 'By hand', 'polling_unit_officer', $2)`,
        [nextPhone(), place(codes[2] ?? '')],
      );
      // Neither can be seen yet, so the rows pass their check and wait for the other transaction as they are stored.
      const started = await upload(
        csv(HEADER, `A,${taken},${codes[0]}`, `B,${free},${codes[1]}`, `C,${local()},${codes[2]}`),
      );
      const waits = `select from pg_locks where not granted and locktype = 'transactionid'`;
      await expect.poll(async () => (await test.database.pool.query(waits)).rowCount).toBeGreaterThan(0);
      await holder.query('commit');
      const done = await ended(started);
      expect(done).toMatchObject({ state: 'completed', accepted: 1, refused: 2 });
      expect(reasons(done)[0]).toBe('2: This phone number is already in use by another user.');
      expect(reasons(done)[1]).toMatch(/^4: A Polling Unit Officer already exists for Polling Unit: Polling Unit 3/);
      expect(await byPhone(stored(free))).toBeDefined();
    } finally {
      holder.release();
    }
  });

  it('a form for the same phone and an import: one wins', async () => {
    const { codes, units: ids } = await units(2);
    const phone = local();
    const body = { name: 'By form', phone, role: 'polling_unit_officer', assignedPollingUnit: String(ids[1]) };
    const [form, done] = await Promise.all([
      national.post('/users', body),
      importFile(csv(HEADER, `By file,${phone},${codes[0]}`)),
    ]);
    expect([form.status, done.accepted].toString()).toMatch(/^(201,0|409,1)$/);
    const { rows } = await test.database.pool.query('select from users where phone = $1', [stored(phone)]);
    expect(rows).toHaveLength(1);
  });
});
