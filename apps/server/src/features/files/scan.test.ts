import type { LocationId } from '@ec/contract/geography/location-id';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { alertsOf, judged } from '../../../test/alerts.ts';
import { createWard, place, setElectionMode } from '../../../test/builders.ts';
import { CLAMD, FOUND, MARK, startClamd, startSpeaker } from '../../../test/clamd.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../test/harness.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { ScannerConfig } from '../../platform/files/scanner-config.ts';

const photo = (mark = '', bytes = 0) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#e8e8dc' } })
    .jpeg()
    .toBuffer()
    .then((jpeg) => Buffer.concat([jpeg, Buffer.from(mark), Buffer.alloc(bytes)]));

interface Form {
  url: string;
  field: string;
  name: string;
}
const SHEET: Form = { url: '/api/files', field: 'file', name: 'sheet.jpg' };

async function upload(client: Client, content: Buffer, { url, field, name }: Form): Promise<Reply> {
  const head = `--b\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')]);
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  return await client.send({ method: 'POST', url, payload, headers });
}

async function appWith(
  address: ScannerConfig['address'],
  whenAway: ScannerConfig['whenAway'] = 'refuse',
): Promise<{ test: TestApp; officer: Client; national: Client; ward: LocationId }> {
  const test = await testApp({ rateLimitFactor: 100, clamav: { address, whenAway } });
  await setElectionMode(test.database.db, true);
  const { ward, units } = await createWard(test.database.db, 1);
  const officer = await test.as('polling_unit_officer', units[0] ?? ward);
  return { test, officer, ward, national: await test.as('national_admin', place('NG')) };
}

async function filesOf(test: TestApp): Promise<number> {
  return (await test.database.db.selectFrom('files').select('id').execute()).length;
}

async function refusedOf(test: TestApp, sender: Client): Promise<number> {
  const entries = await test.database.db
    .selectFrom('audit_entries')
    .select('id')
    .where('event', '=', 'file.refused')
    .where('user_id', '=', sender.person.id)
    .execute();
  return entries.length;
}

const TOO_LARGE = () =>
  sharp({ create: { width: 12_000, height: 9000, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();

describe('with a scanner', () => {
  let scanner: Awaited<ReturnType<typeof startSpeaker>>;
  let test: TestApp;
  let officer: Client;
  let national: Client;
  let ward: LocationId;
  beforeAll(async () => {
    scanner = await startSpeaker();
    ({ test, officer, national, ward } = await appWith({ host: '127.0.0.1', port: scanner.port }));
  });
  afterAll(async () => {
    await test.close();
    await scanner.stop();
  });
  beforeEach(() => {
    scanner.say.answer = undefined;
    scanner.say.hangUp = false;
  });

  it('takes a sheet in which nothing is found, however many parts it comes in', async () => {
    expect((await upload(officer, await photo('', 300_000), SHEET)).status).toBe(201);
  });

  const people: Form = { url: '/api/users/import/file?role=ward_admin', field: 'file', name: 'people.csv' };
  const register: Form = { url: '/api/geographical-data/import', field: 'file', name: 'register.csv' };
  const preview: Form = { ...register, url: '/api/geographical-data/import/preview' };
  const picture: Form = { url: '/api/users/upload-profile-picture', field: 'profilePicture', name: 'me.jpg' };
  it.each<[string, Form, 'officer' | 'national']>([
    ['a sheet', SHEET, 'officer'],
    ['a picture for a chat', { ...SHEET, url: '/api/chat/files' }, 'national'],
    ['a picture for a dispute', { ...SHEET, url: '/api/disputes/files' }, 'national'],
    ['a picture for an answer', { ...SHEET, url: '/api/approvals/files' }, 'national'],
    ['a profile picture', picture, 'officer'],
    ['a file of users', people, 'national'],
    ['a register', register, 'national'],
    ['a register to look at', preview, 'national'],
  ])('refuses %s in which something is found, stores nothing, and says who sent it', async (_, form, who) => {
    const client = who === 'officer' ? officer : national;
    const before = await filesOf(test);
    const reply = await upload(client, await photo(MARK), form);
    expect([reply.status, reply.code]).toEqual([400, 'FILE_HARMFUL']);
    expect(await filesOf(test)).toBe(before);
    const entry = await test.database.db
      .selectFrom('audit_entries')
      .select(['event', 'user_id', 'new_values'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ event: 'file.refused', user_id: client.person.id, new_values: { found: FOUND } });
  });

  it('raises one alert for a person and hour, however much they send, to those whose area holds them', async () => {
    const unit = officer.person.area;
    const sender = await test.as('gpuo', unit);
    const elsewhere = await createWard(test.database.db, 1);
    const [admin, stranger] = [await test.as('ward_admin', ward), await test.as('ward_admin', elsewhere.ward)];
    vi.spyOn(test.app.platform.images, 'make').mockRejectedValueOnce(new AppError('IMAGE_NOT_OPENED'));
    expect((await upload(sender, await photo(), SHEET)).code).toBe('IMAGE_NOT_OPENED');
    await judged(test);
    for (let count = 0; count < 5; count++) await upload(sender, await photo(MARK), SHEET);
    await judged(test);
    const alerts = (await alertsOf(admin)).filter(({ message }) => message.startsWith(sender.person.name));
    expect(alerts).toMatchObject([{ rule: 'harmful_upload', priority: 'high', area: { id: unit } }]);
    expect(alerts[0]?.message).toContain('takes more memory than its header says');
    expect((await alertsOf(stranger)).filter(({ rule }) => rule === 'harmful_upload')).toEqual([]);
    expect(await refusedOf(test, sender)).toBe(6);
  });

  it.each([
    ['too large by its header', TOO_LARGE, undefined, 'IMAGE_TOO_LARGE'],
    ['not opened in its time', photo, new AppError('IMAGES_BUSY'), 'IMAGES_BUSY'],
  ])('says nothing of who sent a photo that is %s', async (_, content, failure, code) => {
    const { ward: own, units } = await createWard(test.database.db, 1);
    const sender = await test.as('polling_unit_officer', units[0] ?? own);
    const admin = await test.as('ward_admin', own);
    if (failure) vi.spyOn(test.app.platform.images, 'make').mockRejectedValueOnce(failure);
    expect((await upload(sender, await content(), SHEET)).code).toBe(code);
    expect(await refusedOf(test, sender)).toBe(0);
    await judged(test);
    expect((await alertsOf(admin)).filter(({ message }) => message.startsWith(sender.person.name))).toEqual([]);
  });

  it.each([
    ['hangs up', () => (scanner.say.hangUp = true)],
    ['takes no more', () => (scanner.say.answer = 'INSTREAM size limit exceeded. ERROR')],
    ['says something else', () => (scanner.say.answer = 'stream: OK or so')],
  ])('takes nothing while the scanner %s, and says when to come back', async (_, disturb) => {
    disturb();
    const before = await filesOf(test);
    const reply = await upload(officer, await photo(), SHEET);
    expect([reply.status, reply.code, reply.headers['retry-after']]).toEqual([503, 'SCANNER_AWAY', '5']);
    expect(await filesOf(test)).toBe(before);
  });

  it('counts what it came to', async () => {
    const { text } = await test.anonymous.get('/metrics');
    expect(text).toMatch(/^ec_upload_scans_total\{outcome="harmful"\} [1-9]/m);
    expect(text).toMatch(/^ec_upload_scans_total\{outcome="failed"\} [1-9]/m);
  });
});

it('refuses uploads while the scanner is not reachable', async () => {
  const { test, officer } = await appWith({ path: '/nonexistent/clamd.ctl' });
  expect((await upload(officer, await photo(), SHEET)).code).toBe('SCANNER_AWAY');
  await test.close();
});

it('accepts files without a scan where that was chosen, and counts them', async () => {
  const { test, officer } = await appWith({ path: '/nonexistent/clamd.ctl' }, 'accept');
  expect((await upload(officer, await photo(), SHEET)).status).toBe(201);
  expect((await test.anonymous.get('/metrics')).text).toMatch(/^ec_upload_scans_total\{outcome="unseen"\} 1$/m);
  await test.close();
});

describe.skipIf(CLAMD === undefined)('with ClamAV itself', () => {
  it('takes what is harmless, refuses what is not and what is larger than it looks at', {
    timeout: 120_000,
  }, async () => {
    const clamd = await startClamd(CLAMD ?? '');
    const { test, officer } = await appWith({ path: clamd.socket });
    try {
      expect((await upload(officer, await photo(), SHEET)).status).toBe(201);
      expect((await upload(officer, await photo(MARK), SHEET)).code).toBe('FILE_HARMFUL');
      expect((await upload(officer, await photo('', 3_000_000), SHEET)).code).toBe('SCANNER_AWAY');
      expect((await upload(officer, await photo(), SHEET)).status).toBe(201);
    } finally {
      await test.close();
      await clamd.stop();
    }
  });
});
