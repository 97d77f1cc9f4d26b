import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Machine } from './machine.ts';
import type { AnyPart, Picture, Row } from './part.ts';
import { resultsTable } from './results-table.ts';
import { isSmall } from './sizes.ts';

/** One part as it was last measured; parts may be measured at different times. */
export interface Measured {
  title: string;
  measuredAt: string;
  machine: Machine;
  /** What others took of the machine from the part's beginning to its end, preparation included, in percent of all cores. */
  others?: number;
  /** Milliseconds of one core for a fixed loop, before the part and after it. */
  pace?: number[];
  rows: Row[];
  figures: unknown;
}

type Parts = Readonly<Record<string, AnyPart>>;

/** Results of small sizes go to another folder: they prove that all parts run, and are no measurement. BENCH_FOLDER names one for tries. */
const FOLDER =
  process.env['BENCH_FOLDER'] ??
  (isSmall ? path.join(os.tmpdir(), 'ec-bench-small') : path.join(import.meta.dirname, '..'));
const JSON_FILE = path.join(FOLDER, 'results.json');
export const TABLE_FILE = path.join(FOLDER, 'README.md');
/** What stands above it in the file is written by people and stays; what is below is made of the figures each time. */
const MARK = '<!-- Below this line: written by `npm run bench` from results.json. -->';

type Known = Record<string, Omit<Measured, 'title' | 'rows'> & Partial<Measured>>;

async function load(): Promise<Known> {
  return existsSync(JSON_FILE) ? (JSON.parse(await readFile(JSON_FILE, 'utf8')) as Known) : {};
}

/** As the formatter of this repository writes it: lists of numbers stand in one line. */
function textOf(known: Known): string {
  const text = JSON.stringify(known, null, 2);
  return text.replaceAll(/\[\s+([-\d.,\s]+?)\s+\]/g, (_, numbers: string) => `[${numbers.split(/,\s+/).join(', ')}]`);
}

/**
 * Writes the file and the table of it. Every figure is put beside the goal of today: a goal may change without anything being
 * measured again. Figures of an earlier form stay in the file, and out of the table.
 */
async function store(known: Known, parts: Parts): Promise<void> {
  const measured: Record<string, Measured> = {};
  const others: Known = {};
  const pictures = new Map<string, Picture>();
  for (const [name, one] of Object.entries(known)) {
    const rows = parts[name]?.rows(one.figures);
    if (rows) measured[name] = { ...one, title: parts[name]?.title ?? name, rows };
    else others[name] = one;
    const picture = rows && parts[name]?.picture(one.figures);
    if (picture) pictures.set(name, picture);
  }
  await mkdir(FOLDER, { recursive: true });
  for (const { name, text } of pictures.values()) await writeFile(path.join(FOLDER, name), text);
  await writeFile(JSON_FILE, `${textOf({ ...others, ...measured })}\n`);
  const shown = Object.keys(parts).flatMap((name) => {
    const one = measured[name];
    return one ? [{ name, ...one, picture: pictures.get(name)?.name }] : [];
  });
  const missing = Object.keys(parts).filter((name) => !measured[name]);
  const page = existsSync(TABLE_FILE) ? await readFile(TABLE_FILE, 'utf8') : '';
  const [above = ''] = page.split(MARK);
  await writeFile(TABLE_FILE, `${above}${MARK}\n\n${resultsTable(shown, missing)}`);
}

/** Puts the part's figures in place of those it had before. */
export async function saveResults(name: string, measured: Measured, parts: Parts): Promise<void> {
  await store({ ...(await load()), [name]: measured }, parts);
}

/** Writes the table of all that was measured. */
export async function writeTable(parts: Parts): Promise<void> {
  await store(await load(), parts);
}
