import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWard, setElectionMode } from './builders.ts';
import { createAccount, login } from './credentials.ts';
import { type Client, type TestApp, testApp } from './harness.ts';
import { sendFile } from './uploads.ts';

/** What many heavy pictures at once do to everything else. */

let test: TestApp;
let officers: Client[];
beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  const { units } = await createWard(test.database.db, 8);
  officers = await Promise.all(units.map((unit) => test.as('polling_unit_officer', unit)));
});
afterAll(() => test.close());

const MEGABYTE = 1024 * 1024;
const rss = () => process.memoryUsage().rss / MEGABYTE;

/** Memory of the server and of the processes that open pictures, in MB. */
function childrenRss(): number {
  const ids = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return ids.reduce((sum, id) => {
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    return sum + Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  }, 0);
}

interface Load {
  codes: string[];
  grown: number;
  signIns: number[];
}

/** Signs people in, one after the other, for as long as the pictures are on their way. */
async function under(pictures: () => Promise<{ status: number; code: string | undefined }>[]): Promise<Load> {
  const { phone } = await createAccount(test);
  const before = rss();
  let grown = 0;
  const signIns: number[] = [];
  let running = true;
  const all = Promise.all(pictures()).finally(() => {
    running = false;
  });
  while (running) {
    const begin = performance.now();
    expect((await login(test, phone)).status).toBe(200);
    signIns.push(performance.now() - begin);
    grown = Math.max(grown, rss() - before);
  }
  return { codes: (await all).map(({ status, code }) => code ?? String(status)), grown, signIns };
}

const heavy = (side: number, depth: 'rgb16' | 'srgb') =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#135' }, limitInputPixels: false })
    .toColourspace(depth)
    .png({ progressive: true })
    .toBuffer();

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

it.each([
  ['eight of 50 million pixels with 16 bits', 7071, 'rgb16', 'IMAGE_TOO_LARGE'],
  ['eight of the most that is taken', 8300, 'srgb', '201'],
] as const)(
  '%s take no memory of the server, and sign-in goes on',
  { timeout: 240_000 },
  async (_, side, depth, code) => {
    const content = await heavy(side, depth);
    let children = 0;
    const watch = setInterval(() => {
      children = Math.max(children, childrenRss());
    }, 20);
    const { codes, grown, signIns } = await under(() => officers.map((officer) => sendFile(officer, content)));
    clearInterval(watch);
    expect(new Set(codes)).toEqual(new Set([code]));
    // The uploads themselves are some megabytes; the pictures would be 2 GB, and 1.5 GB.
    expect(grown).toBeLessThan(200);
    expect(children).toBeLessThan(1100);
    // Half of them were slower than 3 s while the server opened pictures itself.
    expect(median(signIns)).toBeLessThan(1500);
  },
);
