import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readLines } from './file-check.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ec-lines-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function linesOf(content: string): Promise<string[]> {
  const file = path.join(folder, 'export.csv');
  await writeFile(file, content);
  return await Array.fromAsync(readLines(file, () => undefined));
}

it('keeps the lines of a cell together, and ends one that is never closed before the next entry', async () => {
  const entry = (position: number, rest: string) => `${position},${position},2027-02-20T18:00:00.000000Z,${rest}`;
  expect(
    await linesOf(
      `head\r\n${entry(1, '"a\nb"')}\n${entry(2, '"""x"",\n\n"')}\n${entry(3, '"y')}\nz\n${entry(4, 'end')}`,
    ),
  ).toEqual(['head', entry(1, '"a\nb"'), entry(2, '"""x"",\n\n"'), `${entry(3, '"y')}\nz`, entry(4, 'end')]);
});

it('is through with a file whose first quotation mark is never closed in a moment', async () => {
  const lines = 300_000;
  expect(await linesOf(`head\n"\n${'x\n'.repeat(lines)}`)).toHaveLength(2);
});
