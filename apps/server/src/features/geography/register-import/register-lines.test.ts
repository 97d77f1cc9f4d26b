import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readLines, UnpackedTooLarge } from './register-lines.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'ec-lines-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function countLines(content: Buffer, mostBytes: number): Promise<number> {
  const file = path.join(folder, 'register.csv');
  writeFileSync(file, content);
  let lines = 0;
  for await (const batch of readLines(file, () => undefined, mostBytes)) lines += batch.length;
  return lines;
}

it('stops unpacking a file that holds far more than it shows', async () => {
  const bomb = gzipSync(Buffer.alloc(30_000_000, 'a,b\n'));
  expect(bomb.length).toBeLessThan(100_000);
  await expect(countLines(bomb, 1_000_000)).rejects.toBeInstanceOf(UnpackedTooLarge);
});

it('reads one that holds as much as it may', async () => {
  expect(await countLines(gzipSync(Buffer.alloc(400_000, 'a,b\n')), 400_000)).toBe(100_000);
});
