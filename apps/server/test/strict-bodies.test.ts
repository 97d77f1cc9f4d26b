import type { UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { requireStrict } from '../src/platform/http/input/strict-shapes.ts';
import { createWard, place, setElectionMode } from './builders.ts';
import { type Client, type Reply, type TestApp, testApp } from './harness.ts';

const UNKNOWN = 'targetAudienceX';
const UPLOADS = new Set([
  'POST /files',
  'POST /disputes/files',
  'POST /approvals/files',
  'POST /chat/files',
  'POST /collations/files',
  'POST /collations/published/import',
  'POST /unusual/earlier',
  'POST /elections/logos',
  'POST /users/upload-profile-picture',
  'POST /users/import/file',
  'POST /geographical-data/import',
  'POST /geographical-data/import/preview',
]);

/** Takes bytes, which have no fields. */
const BYTES = 'PATCH /uploads/:id';

let test: TestApp;
let ward: LocationId;
let people: Client[];

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  test.app.platform.organisation.invalidate();
  const made = await createWard(test.database.db, 1);
  ward = made.ward;
  const [unit] = made.units;
  const seats: [Role, LocationId][] = [
    ['national_admin', place('NG')],
    ['super_admin', place('NG')],
    ['ward_admin', ward],
    ['polling_unit_officer', unit ?? ward],
  ];
  people = await Promise.all(seats.map(([role, area]) => test.as(role, area)));
  // One of them does what only transcribers do.
  const transcriber = people.at(-1)?.person.id ?? '';
  await test.database.db
    .updateTable('users')
    .set({ transcriber: true })
    .where('id', '=', transcriber as UserId)
    .execute();
  test.app.platform.sessions.forget();
});
afterAll(() => test.close());

const ID = '0190aaaa-0000-7000-8000-000000000000';
const PARAMS: Record<string, string> = { roleId: 'ward_admin', userId: ID, law: 'electoral_act_2026', key: 'tie' };

const form = (name: string) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
  payload: `--x\r\ncontent-disposition: form-data; name="profilePicture"; filename="a.png"\r\n\r\na,b\r\n--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n1\r\n--x--\r\n`,
});

/** The answer of the first person for whom the call is open at all. */
async function answerOf(call: string): Promise<Reply> {
  const [method, path = ''] = call.split(' ');
  const inChat = path.startsWith('/chat/channels/') || path.startsWith('/chat/messages/');
  const other = inChat ? '24' : path.startsWith('/constituencies/') ? 'federal-1' : ID;
  const url = `/api${path.replaceAll(/:(\w+)/g, (_whole, name: string) => PARAMS[name] ?? other)}`;
  const body = UPLOADS.has(call) ? form(UNKNOWN) : { payload: { [UNKNOWN]: 1 } };
  let reply: Reply | undefined;
  for (const client of people) {
    reply = await client.send({ method: method as 'POST', url, ...body });
    if (reply.status !== 401 && reply.status !== 403) return reply;
  }
  throw new Error(`${call} is open to none of them: ${reply?.text}`);
}

describe('an unknown field in what is sent', () => {
  it('is refused by name on every call that changes something', async () => {
    const calls = test.app.router.routes.filter(
      ({ method, path }) => method !== 'GET' && method !== 'HEAD' && `${method} ${path}` !== BYTES,
    );
    expect(calls.length).toBeGreaterThan(80);
    const wrong: string[] = [];
    for (const { method, path } of calls) {
      const call = `${method} ${path}`;
      const reply = await answerOf(call);
      const named =
        reply.status === 400 &&
        reply.json<{ path: string }[] | undefined>('fields')?.some(({ path: at }) => at === UNKNOWN);
      if (!named || reply.code !== 'VALIDATION_FAILED')
        wrong.push(`${call}: ${reply.status} ${reply.text.slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('is refused in an audience that an announcement does not have, so that it never goes to everybody', async () => {
    const [admin] = people;
    const body = { title: 'Notice', content: 'For Lagos', targetAudience: { states: ['24'] } };
    const reply = await admin?.post('/announcements', body, { 'idempotency-key': 'k' });
    expect(reply).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    expect(reply?.json('fields')).toEqual([
      { path: 'targetAudience', message: expect.stringContaining('no such field') as string },
    ]);
    expect(await test.database.db.selectFrom('announcements').select('id').execute()).toEqual([]);
  });

  it.each<[string, 'POST' | 'PUT', string, object, string]>([
    [
      'inside what a request changes',
      'POST',
      '/approvals',
      { requestType: 'CREATE', justification: 'Needed for the count', userData: { name: 'A B', rank: 1 } },
      'userData.rank',
    ],
    [
      'inside a list',
      'PUT',
      '/permissions/roles/ward_admin',
      { changes: [{ moduleId: 'users', permission: 'read', expected: 'none', by: 'me' }] },
      'changes.0.by',
    ],
  ])('is refused %s', async (_, method, path, body, field) => {
    const reply = await people[0]?.send({ method, url: `/api${path}`, payload: body });
    expect(reply?.status).toBe(400);
    expect(reply?.json<{ path: string }[]>('fields').map(({ path: at }) => at)).toContain(field);
  });

  it.each<[string, object]>([
    ['an unknown kind of body', { headers: { 'content-type': 'text/csv' }, payload: 'a,b' }],
    ['a form', form('name')],
  ])('%s is refused where the call takes none', async (_, body) => {
    const reply = await people[0]?.send({ method: 'POST', url: '/api/auth/logout', ...body });
    expect(reply).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
  });
});

describe('a route', () => {
  it('cannot be added with a body that takes unknown fields', () => {
    const body = z.strictObject({ inner: z.array(z.object({})) });
    expect(() => requireStrict('POST /loose', { body })).toThrow(
      'POST /loose: body takes unknown fields at (root).inner.element',
    );
  });
});
