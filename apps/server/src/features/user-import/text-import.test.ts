import type { Role } from '@ec/contract/permissions/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, nextPhone, place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { exhaustDisclosures } from '../../../test/hidden-phones.ts';
import { EVERYTHING, narrowed } from '../../../test/moderators.ts';
import { openInvite, showInviteCode } from '../../platform/identity/invites.ts';
import { HIDDEN_PHONES_PER_DAY } from '../users/hidden-phones.ts';

let test: TestApp;
let national: Client;

beforeAll(async () => {
  test = await testApp();
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());

/** A number as people write it. */
const written = () => `0${nextPhone().slice(4)}`;
const stored = (phone: string) => `+234${phone.slice(1)}`;

const send = async (importText: string, change: { state?: string; role?: string; by?: Client } = {}) =>
  await (change.by ?? national).post('/users/import', {
    importText,
    state: change.state ?? 'Lagos',
    role: change.role ?? 'LGA Admin',
  });

const messages = (reply: { json<T>(path: string): T }) =>
  reply.json<{ line: number; message: string }[]>('details.lines').map(({ message }) => message);

const byPhone = async (phone: string) =>
  await test.database.db
    .selectFrom('users')
    .selectAll()
    .where('phone', '=', stored(phone))
    .where('status', '!=', 'DELETED')
    .executeTakeFirst();

const countUsers = async () =>
  (
    await test.database.db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

describe('the preview of names and LGAs', () => {
  const preview = async (importText: string, by = national) =>
    await by.post('/users/import/preview', { importText, state: 'Lagos', role: 'LGA Admin' });

  it('names who would be added and where, and stores no user', async () => {
    const phone = written();
    const before = await countUsers();
    const reply = await preview(`\nAda Obi, ${phone}, Epe`);
    expect(reply.status).toBe(200);
    expect(reply.json('data.people')).toEqual([{ line: 2, name: 'Ada Obi', phone: stored(phone), place: 'Epe' }]);
    expect(await countUsers()).toBe(before);
  });

  it('refuses the lines that the import would refuse, and who may not import', async () => {
    const reply = await preview(`nonsense\nAda Obi, ${written()}, Nowhere`);
    expect(reply.code).toBe('IMPORT_INVALID');
    expect(messages(reply)).toHaveLength(2);
    const ward = await test.as('ward_admin', place('24'));
    expect((await preview(`Ada Obi, ${written()}, Epe`, ward)).status).toBe(403);
    expect((await test.anonymous.post('/users/import/preview', {})).status).toBe(401);
  });
});

describe('an import of names and LGAs', () => {
  it('stores an administrator a line, each invited, with one audit entry', async () => {
    const [first, second] = [written(), written()];
    const reply = await send(
      `Ada Obi, ${first}, Ikeja\r\n\r\n  Musa Bello ,${second.slice(0, 4)} ${second.slice(4)}, 24-07 \n`,
    );
    expect(reply.status).toBe(201);
    expect(reply.json('data')).toEqual({ imported: 2, errors: [] });
    const ada = await byPhone(first);
    expect(ada).toMatchObject({ name: 'Ada Obi', role: 'lga_admin', status: 'ACTIVE', area_id: place('24-11') });
    expect(await byPhone(second)).toMatchObject({ name: 'Musa Bello', area_id: place('24-07') });
    const sms = await test.database.db
      .selectFrom('messages')
      .select('body')
      .where('recipient', '=', stored(first))
      .executeTakeFirst();
    const { secrets } = test.app.platform;
    const code = ada?.invite_code ? openInvite(secrets, ada.id, ada.invite_code) : undefined;
    expect(code).toMatch(/^[A-Z2-9]{10}$/);
    expect(sms?.body).toContain(showInviteCode(code ?? ''));
    const entries = await test.database.db
      .selectFrom('audit_entries')
      .select('new_values')
      .where('event', '=', 'user.imported')
      .execute();
    expect(entries).toHaveLength(1);
    expect(entries[0]?.new_values).toMatchObject({ role: 'lga_admin', count: 2, state: 'Lagos' });
    expect(entries[0]?.new_values?.['userIds']).toContain(ada?.id);
  });

  it('takes the full code of a ward or unit for the LGA that holds it, as lists of units write it', async () => {
    const [first, second] = [written(), written()];
    const reply = await send(`Ada Obi, ${first}, 24-13-05-003\nMusa Bello, ${second}, 24/14/02`);
    expect(reply.status, reply.text).toBe(201);
    expect(await byPhone(first)).toMatchObject({ area_id: place('24-13') });
    expect(await byPhone(second)).toMatchObject({ area_id: place('24-14') });
    const outside = await send(`Ada Obi, ${written()}, 20-01-05-003`);
    expect(messages(outside)).toEqual(['Line 1: There is no LGA "20-01-05-003" in Lagos that you may assign']);
  });

  it('answers only so many numbers a day that belong to people whom the importer may not see', async () => {
    const state = await narrowed(test, {
      ...EVERYTHING,
      allowedStates: ['24'],
      canManageRoles: ['lga_admin', 'polling_unit_officer'],
    });
    const phone = written();
    await createPerson(test.database.db, { role: 'moderator', area: place('01-01'), phone: stored(phone) });
    await exhaustDisclosures(test, state, HIDDEN_PHONES_PER_DAY - 1);
    const line = (number: string) => `Ada Obi, ${number}, Badagry`;
    expect((await send(line(phone), { by: state })).code).toBe('IMPORT_INVALID');
    for (const asked of [phone, written()]) {
      const refused = await send(line(asked), { by: state });
      expect([refused.status, refused.code]).toEqual([429, 'USER_IMPORT_PHONES_TAKEN']);
    }
  });

  it('gives a State Admin the state, with the LGA as where they live', async () => {
    const phone = written();
    expect((await send(`Ngozi Eze, ${phone}, Aba North`, { state: '01', role: 'state_admin' })).status).toBe(201);
    expect(await byPhone(phone)).toMatchObject({ area_id: place('01'), personal_area_id: place('01-01') });
  });

  it('names every wrong line and stores no user', async () => {
    const used = nextPhone();
    await createPerson(test.database.db, { role: 'gpuo', area: null, phone: used });
    await createPerson(test.database.db, { role: 'lga_admin', area: place('25-01') });
    const twice = written();
    const before = await countUsers();
    const reply = await send(
      [
        'Only a name',
        'Ada, 0803 123, Akwanga',
        `Ada, 0700${written().slice(4)}, Awe`,
        `Ada, ${written()}, Nowhere`,
        `Ada, ${twice}, Doma`,
        `Ada, ${twice}, Karu`,
        `Ada, 0${used.slice(4)}, Keana`,
        `Ada, ${written()}, Akwanga`,
        `Good, ${written()}, Keffi`,
        `Ada, ${written()}, Keffi`,
        `Ada, O${written().slice(1)}, Lafia`,
        `${'x'.repeat(121)}, ${written()}, Lafia`,
      ].join('\n'),
      { state: 'Nasarawa' },
    );
    expect(reply.status).toBe(400);
    expect(reply.code).toBe('IMPORT_INVALID');
    const phone = 'Invalid phone number format. Use Nigerian format (e.g., 08031234567)';
    const taken = (lga: string) =>
      `An LGA Admin already exists for LGA: ${lga}. Please delete the existing admin first.`;
    expect(messages(reply)).toEqual([
      'Line 1: Invalid format. Expected "Name, Phone, LGA"',
      `Line 2: ${phone}`,
      `Line 3: ${phone}`,
      'Line 4: There is no LGA "Nowhere" in Nasarawa that you may assign',
      'Line 6: Line 5 has the same phone number',
      'Line 7: This phone number is already in use by another user.',
      `Line 8: ${taken('Akwanga')}`,
      `Line 10: ${taken('Keffi')}`,
      `Line 11: ${phone}`,
      'Line 12: The name is longer than 120 characters',
    ]);
    expect(await countUsers()).toBe(before);
  });

  it('names the line of an office that is held', async () => {
    await createPerson(test.database.db, { role: 'lga_admin', area: place('24-01') });
    const lga = await test.database.db
      .selectFrom('locations')
      .select('name')
      .where('id', '=', place('24-01'))
      .executeTakeFirstOrThrow();
    expect(messages(await send(`Ada, ${written()}, ${lga.name}`))).toEqual([
      `Line 1: An LGA Admin already exists for LGA: ${lga.name}. Please delete the existing admin first.`,
    ]);
  });

  it('lets one line only have the office of a state', async () => {
    const text = `A, ${written()}, Brass\nB, ${written()}, Brass`;
    const reply = await send(text, { state: 'Bayelsa', role: 'state_admin' });
    expect(messages(reply)).toEqual([
      'Line 2: A State Admin already exists for State: Bayelsa. Please delete the existing admin first.',
    ]);
  });

  it('asks for text and state', async () => {
    const reply = await national.post('/users/import', { importText: '', state: '', role: 'lga_admin' });
    expect(reply.code).toBe('VALIDATION_FAILED');
    expect(reply.json<{ message: string }[]>('fields').map(({ message }) => message)).toEqual([
      'Please provide import text and select a state',
      'Please provide import text and select a state',
    ]);
    expect((await send(' \n \n')).json('fields')).toEqual([
      { path: 'importText', message: 'Please provide import text and select a state' },
    ]);
  });

  it('refuses roles that it does not give, and states outside the own area', async () => {
    expect((await send(`A, ${written()}, Ikeja`, { role: 'ward_admin' })).code).toBe('ROLE_NOT_ASSIGNABLE');
    const by = await test.as('state_admin', place('25'));
    expect((await send(`A, ${written()}, Ikeja`, { by })).code).toBe('UNKNOWN_LOCATION');
    expect((await send(`A, ${written()}, Kokona`, { by, state: 'Atlantis' })).code).toBe('UNKNOWN_LOCATION');
    expect((await send(`A, ${written()}, Kokona`, { by, state: 'Nasarawa', role: 'state_admin' })).code).toBe(
      'ROLE_NOT_ASSIGNABLE',
    );
    const ward = await test.as('ward_admin', null);
    expect((await send(`A, ${written()}, Ikeja`, { by: ward })).status).toBe(403);
  });

  it('of the same people at once stores one of them and answers the other with the line', async () => {
    const text = `A, ${written()}, Toto\nB, ${written()}, Wamba`;
    const replies = await Promise.all([1, 2, 3].map(() => send(text, { state: 'Nasarawa' })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400]);
    const lost = replies.find(({ status }) => status === 400);
    // By the phone or by the office, whichever was looked at after the other had won.
    expect(lost && messages(lost)[0]).toMatch(
      /^Line 1: (This phone number is already in use|An LGA Admin already exists)/,
    );
  });
});

describe('with a password in the configuration', () => {
  it('everybody gets it and has to change it', async () => {
    const configured = await testApp({ bulkImportPassword: 'change me soon' });
    try {
      const by = await configured.as('national_admin' satisfies Role, place('NG'));
      const phone = written();
      const body = { importText: `Ada, ${phone}, Ikeja`, state: '24', role: 'lga_admin' };
      expect((await by.post('/users/import', body)).status).toBe(201);
      const credentials = { phoneNumber: phone, password: 'change me soon' };
      expect((await configured.anonymous.post('/auth/login', credentials)).text).toContain('"success":true');
      const { must_change_password } = await configured.database.db
        .selectFrom('users')
        .select('must_change_password')
        .where('phone', '=', stored(phone))
        .executeTakeFirstOrThrow();
      expect(must_change_password).toBe(true);
      const { rows } = await configured.database.pool.query(`select from messages where body like '%invite%'`);
      expect(rows).toHaveLength(0);
    } finally {
      await configured.close();
    }
  });
});
