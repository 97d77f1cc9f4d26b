import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { setLevel } from '../../../test/levels.ts';
import { sendFile } from '../../../test/uploads.ts';
import { withoutMetadata } from '../../platform/files/without-metadata.ts';

const PHONE = 'A phone of Ada Obi';
const PLACE = { GPSLatitudeRef: 'N', GPSLatitude: '6/1 35/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '3/1 20/1 0/1' };

const drawing = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#e8e8dc' } })
    .composite([{ input: Buffer.from('<svg><rect width="90" height="40" fill="#123"/></svg>'), left: 5, top: 9 }])
    .withExif({ IFD0: { Model: PHONE }, IFD3: PLACE });

/** A photo as a phone takes it on its side: its place, its owner, and behind its end another picture with both. */
async function taken(): Promise<Buffer> {
  const photo = await drawing().withMetadata({ orientation: 6 }).jpeg({ progressive: true }).toBuffer();
  return Buffer.concat([photo, await drawing().jpeg().toBuffer()]);
}

/** What a picture says of where and with what it was taken, read byte by byte. */
const tells = (content: Buffer) => content.includes(PHONE) || content.includes('GPS');
const upright = async (content: Buffer) => await sharp(content).rotate().raw().toBuffer();

describe('a photo with its place', () => {
  let test: TestApp;
  let officer: Client;
  let admin: Client;
  let moderator: Client;
  let id: string;
  let content: Buffer;
  beforeAll(async () => {
    test = await testApp();
    await setElectionMode(test.database.db, true);
    await setLevel(test, 'moderator', 'disputes', 'read');
    const { ward, units } = await createWard(test.database.db, 1);
    const unit = units[0] ?? ward;
    admin = await test.as('ward_admin', ward);
    moderator = await test.as('moderator', place('NG'));
    officer = await test.as('polling_unit_officer', unit);
    content = await taken();
    id = (await sendFile(officer, content)).json('data.id');
    const body = { ...sheet(await createElection(test.database.db), unit), sheetFileId: id };
    await officer.post('/results', body, { 'idempotency-key': 'place' });
  });
  afterAll(() => test.close());

  async function served(client: Client, variant: string): Promise<Buffer> {
    const reply = await test.app.fastify.inject({
      url: `/api/files/${id}?variant=${variant}`,
      headers: { authorization: `Bearer ${client.token}` },
    });
    expect(reply.statusCode).toBe(200);
    return reply.rawPayload;
  }

  it('is shown without it to all who see it', async () => {
    expect(tells(content)).toBe(true);
    for (const client of [officer, admin, moderator]) {
      for (const variant of ['view', 'thumbnail']) {
        const shown = await served(client, variant);
        expect([tells(shown), (await sharp(shown).metadata()).exif]).toEqual([false, undefined]);
      }
    }
  });

  it('is kept, and given as it was received to its sender and to those who decide by it', async () => {
    for (const client of [officer, admin]) {
      expect((await served(client, 'original')).equals(content)).toBe(true);
    }
  });

  it('is given to a moderator with the same pixels, upright, and nothing beside them', async () => {
    const original = await served(moderator, 'original');
    expect(tells(original)).toBe(false);
    expect((await upright(original)).equals(await upright(content))).toBe(true);
    expect((await sharp(original).metadata()).orientation).toBe(6);
  });
});

describe('a picture without metadata', () => {
  it.each([
    ['a progressive JPEG', taken],
    ['a JPEG that is not turned', async () => await drawing().jpeg().toBuffer()],
    ['a PNG', async () => await drawing().png().toBuffer()],
    ['a PNG of a palette', async () => await drawing().png({ palette: true }).toBuffer()],
  ])('has the pixels of %s', async (_, make) => {
    const whole = await make();
    const without = withoutMetadata(whole);
    expect(tells(whole) || (await sharp(whole).metadata()).exif !== undefined).toBe(true);
    expect(tells(without)).toBe(false);
    expect((await upright(without)).equals(await upright(whole))).toBe(true);
  });

  it('is small and whole where the file breaks off in its metadata', () => {
    for (let length = 2; length < 60; length += 1) {
      const broken = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, ...Buffer.from('Exif\0\0MM\0*')]).subarray(
        0,
        length,
      );
      expect(tells(withoutMetadata(broken))).toBe(false);
    }
  });
});
