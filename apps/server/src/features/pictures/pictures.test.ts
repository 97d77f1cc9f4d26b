import type { LocationId } from '@ec/contract/geography/location-id';
import { MAX_PICTURE_BYTES } from '@ec/contract/pictures/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../test/harness.ts';

let test: TestApp;
let ward: LocationId;
let unit: LocationId;
let person: Client;

beforeAll(async () => {
  test = await testApp();
  const made = await createWard(test.database.db, 1);
  ward = made.ward;
  unit = made.units[0] ?? ward;
});
afterAll(() => test.close());
beforeEach(async () => {
  await electionMode(false);
  person = await test.as('moderator', place('24-11'));
});

const image = (width = 900, height = 600) => sharp({ create: { width, height, channels: 3, background: '#8a5a44' } });
const jpeg = async () => await image().jpeg().toBuffer();

async function electionMode(isOn: boolean): Promise<void> {
  await setElectionMode(test.database.db, isOn);
  test.app.platform.organisation.invalidate();
}

/** Two halves of different grey, the bright one on top; upside down if the orientation says so. */
async function twoHalves(orientation: number): Promise<Buffer> {
  const bright = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  return await sharp({ create: { width: 600, height: 600, channels: 3, background: '#000' } })
    .composite([{ input: bright, top: 0, left: 0 }])
    .withExif({ IFD0: { Copyright: 'a person' }, IFD3: { GPSLatitude: '6/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer();
}

interface Sending {
  as?: Client;
  name?: string;
  field?: string;
  userId?: string;
  userIdLast?: boolean;
}

async function upload(content: Buffer, sending: Sending = {}): Promise<Reply> {
  const { as = person, name = 'me.jpg', field = 'profilePicture', userId, userIdLast = false } = sending;
  const boundary = 'test-boundary';
  const file = [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: image/jpeg\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ];
  const whose =
    userId === undefined
      ? []
      : [Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="userId"\r\n\r\n${userId}\r\n`)];
  const parts = userIdLast ? [...file, ...whose] : [...whose, ...file];
  return await as.send({
    method: 'POST',
    url: '/api/users/upload-profile-picture',
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
}

const urlIn = (reply: Reply) => reply.json<string>('data.profilePictureUrl').replace(/^\/api/, '');

async function fetched(client: Client, url: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${client.token}` };
  return (await test.app.fastify.inject({ url: `/api${url}`, headers })).rawPayload;
}

async function pictureFiles(): Promise<number> {
  const rows = await test.database.db
    .selectFrom('files')
    .select('id')
    .where('purpose', '=', 'profile_picture')
    .execute();
  return rows.length;
}

describe('a new picture', () => {
  it('is kept as two squares, upright, with nothing of what the camera wrote', async () => {
    const original = await twoHalves(3);
    expect((await sharp(original).metadata()).exif?.includes('a person')).toBe(true);
    const reply = await upload(original);
    expect(reply.status).toBe(200);
    const url = urlIn(reply);
    expect(url).toMatch(/^\/profile-pictures\/[\da-f-]{36}\.jpg$/);
    const full = await fetched(person, url);
    const shown = await sharp(full).metadata();
    expect([shown.format, shown.width, shown.height, shown.exif, shown.orientation]).toEqual([
      'jpeg',
      512,
      512,
      undefined,
      undefined,
    ]);
    const { data } = await sharp(full).greyscale().raw().toBuffer({ resolveWithObject: true });
    expect([data[256] ?? 255, data[512 * 511 + 256] ?? 0].map((grey) => grey > 128)).toEqual([false, true]);
    const small = await sharp(await fetched(person, `${url}?variant=thumbnail`)).metadata();
    expect([small.width, small.height, small.exif]).toEqual([96, 96, undefined]);
  });

  it('appears in /auth/me, is announced to the open consoles and is in the audit log', async () => {
    const reply = await upload(await jpeg());
    const me = await person.get('/auth/me');
    expect(me.json('data.user.profilePictureUrl')).toBe(reply.json('data.profilePictureUrl'));
    const { db } = test.database;
    const entry = await db
      .selectFrom('audit_entries')
      .select(['user_id', 'area_id', 'new_values'])
      .where('event', '=', 'user.picture_changed')
      .where('resource_id', '=', person.person.id)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ user_id: person.person.id, area_id: place('24-11') });
    const events = await db.selectFrom('events').select('payload').execute();
    expect(events.map((row) => row.payload)).toContainEqual({ type: 'user.changed', userId: person.person.id });
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['a PNG that is transparent', async () => await image().ensureAlpha(0.2).png().toBuffer()],
    ['a GIF', async () => await image(300, 200).gif().toBuffer()],
    ['one pixel', async () => await image(1, 1).png().toBuffer()],
    ['a strip', async () => await image(20_000, 2).png().toBuffer()],
    ['exactly 5 MB', async () => padded(MAX_PICTURE_BYTES)],
  ])('may be %s, whatever its name', async (_, content) => {
    const reply = await upload(await content(), { name: 'picture.txt' });
    expect(reply.status).toBe(200);
    const shown = await sharp(await fetched(person, urlIn(reply))).metadata();
    expect([shown.format, shown.width, shown.height]).toEqual(['jpeg', 512, 512]);
  });

  it('takes the place of the one before, which is gone', async () => {
    const first = urlIn(await upload(await jpeg()));
    const count = await pictureFiles();
    const second = urlIn(await upload(await jpeg()));
    expect((await person.get(first)).status).toBe(404);
    expect((await person.get(second)).status).toBe(200);
    expect(await pictureFiles()).toBe(count);
  });

  it('leaves one of two that are sent at once', async () => {
    const count = await pictureFiles();
    const replies = await Promise.all([upload(await jpeg()), upload(await twoHalves(1))]);
    expect(replies.map((reply) => reply.status)).toEqual([200, 200]);
    const found = await Promise.all(replies.map((reply) => person.get(urlIn(reply))));
    expect(found.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(await pictureFiles()).toBe(count + 1);
  });
});

/** A JPEG padded after its end to the given size. */
async function padded(size: number): Promise<Buffer> {
  const picture = await jpeg();
  return Buffer.concat([picture, Buffer.alloc(size - picture.length)]);
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const bomb = async () => await image(12_000, 9000).png().toBuffer();
const refused: [string, () => Promise<Buffer>, number, string][] = [
  ['a text file that is called a picture', async () => Buffer.from('a'.repeat(5000)), 415, 'PICTURE_NOT_IMAGE'],
  ['mark-up', async () => Buffer.from(svg), 415, 'PICTURE_NOT_IMAGE'],
  ['a WebP', async () => await image().webp().toBuffer(), 415, 'PICTURE_NOT_IMAGE'],
  ['a picture that was cut off', async () => (await jpeg()).subarray(0, 2500), 400, 'FILE_DAMAGED'],
  ['a GIF that was cut off', async () => (await image(300, 200).gif().toBuffer()).subarray(0, 60), 400, 'FILE_DAMAGED'],
  ['a byte more than 5 MB', async () => padded(MAX_PICTURE_BYTES + 1), 413, 'FILE_TOO_LARGE'],
  ['a bomb of pixels', bomb, 413, 'IMAGE_TOO_LARGE'],
  ['an empty file', async () => Buffer.alloc(0), 400, 'FILE_MISSING'],
];
describe('an upload', () => {
  it.each(refused)('of %s is refused and nothing is stored', async (_, content, status, code) => {
    const before = await pictureFiles();
    const reply = await upload(await content(), { name: 'me.png' });
    expect([reply.status, reply.code]).toEqual([status, code]);
    expect(await pictureFiles()).toBe(before);
    expect((await person.get('/auth/me')).json('data.user.profilePictureUrl')).toBeNull();
  });

  it('says in the words of the screen what is no image', async () => {
    const reply = await upload(Buffer.from('not an image'));
    expect(reply.json('error')).toBe('Please select an image file');
  });

  it('without a picture in its place is refused', async () => {
    expect((await upload(await jpeg(), { field: 'file' })).code).toBe('FILE_MISSING');
    expect((await person.post('/users/upload-profile-picture', {})).code).toBe('FILE_MISSING');
  });

  it('for an unknown user is refused', async () => {
    const odd = await upload(await jpeg(), { userId: 'me' });
    expect([odd.status, odd.code, odd.json('fields.0.path')]).toEqual([400, 'VALIDATION_FAILED', 'userId']);
    const unknown = await upload(await jpeg(), { userId: '0190aaaa-0000-7000-8000-000000000000' });
    expect(unknown.status).toBe(404);
  });

  it.each([false, true])('may name the own id, after the picture: %s', async (userIdLast) => {
    const reply = await upload(await jpeg(), { userId: person.person.id, userIdLast });
    expect(reply.status).toBe(200);
  });
});

describe("another user's picture", () => {
  let officer: Client;
  let boss: Client;
  beforeAll(async () => {
    const made = await createWard(test.database.db, 1);
    officer = await test.as('polling_unit_officer', made.units[0] ?? made.ward);
    boss = await test.as('ward_admin', made.ward);
  });
  const changedBy = async (as: Client, whose: Client) => await upload(await jpeg(), { as, userId: whose.person.id });

  it('is changed by their manager, in the manager’s own name', async () => {
    const reply = await changedBy(boss, officer);
    expect(reply.status).toBe(200);
    expect((await officer.get('/auth/me')).json('data.user.profilePictureUrl')).toBe(
      reply.json('data.profilePictureUrl'),
    );
    expect((await boss.get('/auth/me')).json('data.user.profilePictureUrl')).toBeNull();
    const entry = await test.database.db
      .selectFrom('audit_entries')
      .select(['user_id', 'resource_id', 'area_id'])
      .where('event', '=', 'user.picture_changed')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    const { id, area } = officer.person;
    expect(entry).toEqual({ user_id: boss.person.id, resource_id: id, area_id: area });
  });

  it.each<[string, Role, string, number, string]>([
    ['from outside the area', 'state_admin', '20', 404, 'NOT_FOUND'],
    ['without the level', 'grassroot_admin', '24', 403, 'MODULE_DENIED'],
  ])('is not changed %s', async (_, role, code, status, refusal) => {
    const reply = await changedBy(await test.as(role, place(code)), officer);
    expect([reply.status, reply.code]).toEqual([status, refusal]);
  });

  it('is not changed by those below', async () => {
    expect((await changedBy(officer, boss)).status).toBe(404);
  });

  it('is not changed by a peer', async () => {
    const peers = [await test.as('national_admin', place('NG')), await test.as('national_admin', place('NG'))] as const;
    const reply = await changedBy(...peers);
    expect([reply.status, reply.code]).toEqual([403, 'NOT_PERMITTED']);
    expect((await peers[1].get('/auth/me')).json('data.user.profilePictureUrl')).toBeNull();
  });

  it('is not changed by a moderator who was not granted it', async () => {
    const moderator = await test.as('regional_admin', place('SW'));
    await test.database.db
      .insertInto('moderator_privileges')
      .values({ user_id: moderator.person.id, granted: ['canViewReports'], managed_roles: ['polling_unit_officer'] })
      .execute();
    test.app.platform.sessions.forget();
    const reply = await changedBy(moderator, officer);
    expect([reply.status, reply.code]).toEqual([403, 'PRIVILEGE_DENIED']);
  });
});

describe('who sees a picture', () => {
  let officer: Client;
  let url: string;
  beforeAll(async () => {
    officer = await test.as('polling_unit_officer', unit);
    url = urlIn(await upload(await jpeg(), { as: officer }));
  });

  it.each<[Role, () => LocationId | null, number]>([
    ['super_admin', () => place('NG'), 200],
    ['state_admin', () => place('24'), 200],
    ['ward_admin', () => ward, 200],
    ['gpuo', () => unit, 200],
    ['state_admin', () => place('19'), 404],
    ['lga_admin', () => place('24-12'), 404],
    ['moderator', () => null, 404],
  ])('%s', async (role, area, status) => {
    const viewer = await test.as(role, area());
    expect((await viewer.get(url)).status).toBe(status);
  });

  it('those below see whom they answer to', async () => {
    const admin = await test.as('grassroot_moderator', place('24-11'));
    expect((await officer.get(urlIn(await upload(await jpeg(), { as: admin })))).status).toBe(200);
  });

  it('no caller without a session', async () => {
    expect((await test.anonymous.get(url)).status).toBe(401);
  });

  it('under every spelling that screens try, for a day on that device', async () => {
    const bare = url.replace('.jpg', '');
    for (const ending of ['.jpg', '.jpeg', '.png', '.JPG', '.JPEG', '.PNG']) {
      const reply = await officer.get(`${bare}${ending}`);
      expect([reply.status, reply.headers['content-type']]).toEqual([200, 'image/jpeg']);
      expect(reply.headers['cache-control']).toBe('private, max-age=86400, immutable');
    }
    for (const odd of [bare, `${bare}.svg`, `${bare}.jpg.png`, '/profile-pictures/..%2f..%2fetc.jpg']) {
      expect((await officer.get(odd)).status).toBe(404);
    }
  });

  it('no reader once the person is deleted', async () => {
    const gone = await test.as('grassroot_moderator', place('24-11'));
    const left = urlIn(await upload(await jpeg(), { as: gone }));
    const viewer = await test.as('moderator', place('24'));
    expect((await viewer.get(left)).status).toBe(200);
    await test.database.db.updateTable('users').set({ status: 'DELETED' }).where('id', '=', gone.person.id).execute();
    expect((await viewer.get(left)).status).toBe(404);
  });
});

describe('sheets and pictures', () => {
  it('are never served, nor taken, one for the other', async () => {
    await electionMode(true);
    const officer = await test.as('gpuo', unit);
    const boundary = 'b';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="s.jpg"\r\n\r\n`;
    const stored = await officer.send({
      method: 'POST',
      url: '/api/files',
      payload: Buffer.concat([Buffer.from(head), await jpeg(), Buffer.from(`\r\n--${boundary}--\r\n`)]),
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    const sheetId = stored.json<string>('data.id');
    expect((await officer.get(`/files/${sheetId}`)).status).toBe(200);
    expect((await officer.get(`/profile-pictures/${sheetId}.jpg`)).status).toBe(404);

    const url = urlIn(await upload(await jpeg(), { as: officer }));
    const pictureId = /[\da-f-]{36}/.exec(url)?.[0] ?? '';
    expect((await officer.get(url)).status).toBe(200);
    expect((await officer.get(`/files/${pictureId}`)).status).toBe(404);
    const election = await createElection(test.database.db);
    const sent = await officer.post(
      '/results',
      { ...sheet(election, unit), sheetFileId: pictureId },
      { 'idempotency-key': 'picture-as-sheet' },
    );
    expect([sent.status, sent.code]).toEqual([400, 'SHEET_NOT_FOUND']);
  });
});

describe('who must add a picture', () => {
  const asked = async (client: Client) =>
    (await client.get('/users/profile-picture-status')).json('data.requiresProfilePicture');

  it('everybody without one, until there is one', async () => {
    expect(await asked(person)).toBe(true);
    await upload(await jpeg());
    expect(await asked(person)).toBe(false);
  });

  it('never the super admin, and no officer while election mode is on', async () => {
    expect(await asked(await test.as('super_admin', place('NG')))).toBe(false);
    const officer = await test.as('grassroot_puo', unit);
    expect(await asked(officer)).toBe(true);
    await electionMode(true);
    expect(await asked(officer)).toBe(false);
    expect(await asked(person)).toBe(true);
  });
});
