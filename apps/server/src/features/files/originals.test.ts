import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createWard, setElectionMode } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { listen } from '../../../test/stream.ts';
import { sendFile } from '../../../test/uploads.ts';
import { AppError } from '../../platform/http/errors.ts';
import { absent } from '../../platform/files/file-store.ts';

let test: TestApp;
let officer: Client;
let id: string;
beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  const { ward, units } = await createWard(test.database.db, 1);
  officer = await test.as('polling_unit_officer', units[0] ?? ward);
  const photo = sharp({ create: { width: 60, height: 40, channels: 3, background: '#e8e8dc' } }).jpeg();
  id = (await sendFile(officer, await photo.toBuffer())).json('data.id');
});
afterAll(() => test.close());

const original = () => officer.get(`/files/${id}?variant=original`);

it('waits for a place in memory, and is refused where too many wait; views need none', async () => {
  const take = vi.spyOn(test.app.platform.originals, 'take');
  take.mockRejectedValueOnce(new AppError('UNAVAILABLE'));
  const refused = await original();
  expect([refused.status, refused.code, refused.headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '5']);
  expect((await officer.get(`/files/${id}`)).status).toBe(200);
  // Neither does a view that is made anew of the original.
  vi.spyOn(test.app.platform.files, 'get').mockRejectedValueOnce(absent('view'));
  expect((await officer.get(`/files/${id}`)).status).toBe(200);
  expect(take).toHaveBeenCalledTimes(1);
  take.mockRestore();
});

it('is not kept by the browser, for the next person there may see less of it; views are', async () => {
  expect((await original()).headers['cache-control']).toBe('private, no-store');
  expect((await officer.get(`/files/${id}`)).headers['cache-control']).toContain('max-age=86400');
});

it('gives its place back once it was sent, and is given out sixty times a minute at most', async () => {
  test.clock.advance(1);
  const codes: number[] = [];
  for (let count = 0; count < 61; count++) codes.push((await original()).status);
  expect(codes).toEqual([...Array.from({ length: 60 }, () => 200), 429]);
  expect((await officer.get(`/files/${id}`)).status).toBe(200);
});

it('says to who looks at it, not in the words for an upload, that its view is still to be made', async () => {
  const { files, images } = test.app.platform;
  vi.spyOn(files, 'get').mockRejectedValueOnce(absent('view'));
  vi.spyOn(images, 'make').mockRejectedValueOnce(new AppError('IMAGES_BUSY'));
  const reply = await officer.get(`/files/${id}`);
  expect([reply.status, reply.code, reply.headers['retry-after']]).toEqual([503, 'PHOTO_NOT_READY', '5']);
});

it('gives up its place in the queue when its reader is gone', async () => {
  test.clock.advance(1);
  const { originals } = test.app.platform;
  const here = new AbortController().signal;
  const { id: person } = officer.person;
  const held = await Promise.all([originals.take(person, here), originals.take(person, here)]);
  const take = vi.spyOn(originals, 'take');
  const path = `/api/files/${id}?variant=original`;
  const gone = new AbortController();
  const call = fetch(`${await listen(test)}${path}`, {
    headers: { authorization: `Bearer ${officer.token}` },
    signal: gone.signal,
  }).catch((error: Error) => error.name);
  await expect.poll(() => take.mock.calls.length).toBe(1);
  gone.abort();
  expect(await call).toBe('AbortError');
  await expect(take.mock.results[0]?.value).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  for (const giveBack of held) giveBack();
  take.mockRestore();
});
