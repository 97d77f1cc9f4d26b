import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWard, place, setElectionMode } from './builders.ts';
import { type Client, type Reply, type TestApp, testApp } from './harness.ts';

/** Attacks besides those that `fuzz.test.ts` sends to every call. */

let test: TestApp;
let officer: Client;
let national: Client;
beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  const { ward, units } = await createWard(test.database.db, 1);
  officer = await test.as('polling_unit_officer', units[0] ?? ward);
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());

/** Processor time in milliseconds, which does not grow while the machine does something else. */
async function cost(work: () => Promise<Reply>): Promise<{ reply: Reply; milliseconds: number }> {
  const before = process.cpuUsage();
  const reply = await work();
  const { user, system } = process.cpuUsage(before);
  return { reply, milliseconds: (user + system) / 1000 };
}

async function upload(client: Client, content: Buffer, url = '/api/files', field = 'file'): Promise<Reply> {
  const head = `--b\r\ncontent-disposition: form-data; name="${field}"; filename="a.png"\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')]);
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  return await client.send({ method: 'POST', url, payload, headers });
}

describe('a body', () => {
  const json = { 'content-type': 'application/json' };
  it.each([
    ['arrays', `{"phoneNumber":${'['.repeat(120_000)}${']'.repeat(120_000)},"password":"x"}`],
    ['objects', `{"phoneNumber":${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)},"password":"x"}`],
    ['objects among what is ignored', `{"x":${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)},"password":"x"}`],
  ])('of %s nested without end is refused, and costs little', async (_, payload) => {
    const send = () => test.anonymous.send({ method: 'POST', url: '/api/auth/login', headers: json, payload });
    const { reply, milliseconds } = await cost(send);
    expect(reply.status).toBe(413);
    expect(milliseconds).toBeLessThan(2000);
  });

  it('that a foreign page could send without asking is not read as JSON', async () => {
    const payload = '{"name":"x"}';
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b']) {
      const headers = { 'content-type': type };
      const reply = await national.send({ method: 'POST', url: '/api/elections', headers, payload });
      expect([400, 415], type).toContain(reply.status);
    }
  });

  it('is refused where it brings what the form does not name', async () => {
    const { id } = officer.person;
    const more = { passwordHash: 'x', mustChangePassword: true, twoFactorEnabled: true, statusBefore: 'ACTIVE' };
    const reply = await national.put(`/users/${id}`, { name: 'Ada Obi', ...more, id: national.person.id });
    expect([reply.status, reply.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.json<{ path: string }[]>('fields').map(({ path }) => path)).toEqual([...Object.keys(more), 'id']);
    const { db } = test.database;
    const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ must_change_password: false, two_factor_enabled: false, status_before: null });
    expect(row.password_hash).not.toBe('x');
  });
});

describe('a picture', () => {
  const CRC = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const crc = (bytes: Buffer) => {
    let c = 0xffffffff;
    for (const byte of bytes) c = (CRC[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8);
    return (c ^ 0xffffffff) >>> 0;
  };
  function chunk(type: string, data: Buffer): Buffer {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, check]);
  }

  it('whose text or profile unpacks to half a gigabyte is not unpacked', async () => {
    const plain = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#e8e8dc' } })
      .png()
      .toBuffer();
    // Half a megabyte packed.
    const packed = deflateSync(Buffer.alloc(512 * 1024 * 1024), { level: 9 });
    const head = plain.subarray(0, 33);
    for (const type of ['zTXt', 'iCCP']) {
      const bomb = Buffer.concat([
        head,
        chunk(type, Buffer.concat([Buffer.from('x\0\0'), packed])),
        plain.subarray(33),
      ]);
      const before = process.memoryUsage().rss;
      const { reply, milliseconds } = await cost(() => upload(officer, bomb));
      expect([201, 400], type).toContain(reply.status);
      expect(milliseconds, type).toBeLessThan(5000);
      expect(process.memoryUsage().rss - before, type).toBeLessThan(300 * 1024 * 1024);
    }
  });

  it('of thousands of frames is read as one', async () => {
    const frames = 600;
    const gif = await sharp(Buffer.alloc(64 * 64 * frames * 3, 7), {
      raw: { width: 64, height: 64 * frames, channels: 3, pageHeight: 64 },
    })
      .gif()
      .toBuffer();
    const url = '/api/users/upload-profile-picture';
    const { reply, milliseconds } = await cost(() => upload(officer, gif, url, 'profilePicture'));
    expect(reply.status).toBe(200);
    expect(milliseconds).toBeLessThan(3000);
  });
});

describe('a path', () => {
  it.each([
    '/api/files/../../../etc/passwd',
    '/api/files/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/api/profile-pictures/..%2f..%2f..%2fetc%2fpasswd',
    '/api/profile-pictures/%2e%2e%5c%2e%2e%5csecret.key',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/..%2f..%2fpackage.json',
    '/api/reports/..%2f..%2fx/download',
  ])('that leads out of its folder leads nowhere: %s', async (url) => {
    const reply = await national.send({ method: 'GET', url });
    expect(reply.text).not.toMatch(/root:|"dependencies"|[\da-f]{64}/);
    expect([200, 400, 404]).toContain(reply.status);
  });
});

describe('a text that leaves by SMS or e-mail', () => {
  it.each(['Ada\r\nBcc: all@example.org', 'Ada\nObi', 'Ada\0Obi'])('begins no line of its own: %j', async (name) => {
    const reply = await national.put(`/users/${officer.person.id}`, { name });
    const row = await test.database.db
      .selectFrom('users')
      .select('name')
      .where('id', '=', officer.person.id)
      .executeTakeFirstOrThrow();
    expect(reply.status === 400 || !/[\r\n\0]/.test(row.name)).toBe(true);
    expect(row.name).not.toMatch(/[\r\n\0]/);
  });

  it('goes to one address', async () => {
    for (const email of ['a@example.org,b@example.org', 'a@example.org\r\nBcc: b@example.org', '"a b"@example.org x']) {
      expect((await national.put(`/users/${officer.person.id}`, { email })).status, email).toBe(400);
    }
  });
});
