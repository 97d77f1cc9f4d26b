import type { UserId } from '@ec/contract/base/common';
import { expect, it } from 'vitest';
import { readWhole } from './form.ts';

const MEGABYTE = 1024 * 1024;
const LARGEST = 10 * MEGABYTE;

const person = (number: number) => `sender-${number}` as UserId;

/** A file of which so many bytes have come; the rest comes when it is released. */
function sent(bytes: number) {
  const rest = Promise.withResolvers<void>();
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0; left -= 64 * 1024) yield Buffer.alloc(Math.min(left, 64 * 1024), 7);
    await rest.promise;
    yield Buffer.from('end');
  }
  return { chunks: chunks(), release: rest.resolve };
}

it('puts the chunks of a file together', async () => {
  const { chunks, release } = sent(3 * MEGABYTE + 5);
  release();
  const whole = await readWhole(chunks, LARGEST, person(0));
  expect(whole).toHaveLength(3 * MEGABYTE + 8);
  expect(whole.subarray(0, 3 * MEGABYTE + 5).every((byte) => byte === 7)).toBe(true);
  expect(whole.subarray(-3).toString()).toBe('end');
});

it('holds two large files of one person, refuses a third, and others go on', async () => {
  const files = [sent(9 * MEGABYTE), sent(9 * MEGABYTE), sent(9 * MEGABYTE)];
  const received = files.map(({ chunks }) => readWhole(chunks, LARGEST, person(1)));
  const refused = await Promise.race(received.map((one) => one.catch((error: unknown) => error)));
  expect(refused).toMatchObject({ code: 'IMAGES_BUSY' });
  const other = sent(MEGABYTE);
  other.release();
  expect(await readWhole(other.chunks, LARGEST, person(2))).toHaveLength(MEGABYTE + 3);
  for (const { release } of files) release();
  const ended = await Promise.allSettled(received);
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
});

it('holds 256 MB of all together, and has room again when they have ended', async () => {
  const files = Array.from({ length: 26 }, () => sent(9 * MEGABYTE));
  const received = files.map(({ chunks }, number) => readWhole(chunks, LARGEST, person(number)));
  const refused = await Promise.race(received.map((one) => one.catch((error: unknown) => error)));
  expect(refused).toMatchObject({ code: 'IMAGES_BUSY' });
  for (const { release } of files) release();
  const ended = await Promise.allSettled(received);
  const whole = ended.filter(({ status }) => status === 'fulfilled').length;
  expect(whole).toBeGreaterThan(20);
  expect(whole).toBeLessThan(files.length);
  const again = sent(9 * MEGABYTE);
  again.release();
  expect(await readWhole(again.chunks, LARGEST, person(0))).toHaveLength(9 * MEGABYTE + 3);
});
