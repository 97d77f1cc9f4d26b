import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Machine } from './machine.ts';
import type { Row } from './part.ts';
import { resultsTable } from './results-table.ts';
import { isSmall } from './sizes.ts';

/** One part as it was last measured; parts may be measured at different times. */
export interface Measured {
  title: string;
  measuredAt: string;
  machine: Machine;
  /** What others took of the machine from the part's beginning to its end, preparation included, in percent of all cores. */
  others: number;
  rows: Row[];
  figures: unknown;
}

/** What small numbers give is kept apart: it is proof that all parts run, and no measurement. */
const FOLDER = isSmall ? path.join(os.tmpdir(), 'ec-bench-small') : path.join(import.meta.dirname, '..');
const JSON_FILE = path.join(FOLDER, 'results.json');
export const TABLE_FILE = path.join(FOLDER, 'RESULTS.md');

async function load(): Promise<Record<string, Measured>> {
  return existsSync(JSON_FILE) ? (JSON.parse(await readFile(JSON_FILE, 'utf8')) as Record<string, Measured>) : {};
}

/** Puts the part's figures in place of those it had before. */
export async function saveResults(name: string, measured: Measured): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(JSON_FILE, `${JSON.stringify({ ...(await load()), [name]: measured }, null, 2)}\n`);
}

/** Writes the table of all that was measured; the parts stand in the order of their names here. */
export async function writeTable(names: readonly string[]): Promise<void> {
  const known = await load();
  const parts = names.flatMap((name) => {
    const measured = known[name];
    return measured?.rows ? [{ name, ...measured }] : [];
  });
  await writeFile(TABLE_FILE, resultsTable(parts));
}
