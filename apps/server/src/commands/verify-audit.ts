import { inDigits } from '@ec/contract/base/wording';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { EARLIER_HEADER, EXPORT_HEADER } from '../features/audit/export-form.ts';
import { createFileCheck, type FileVerdict, readLines } from '../features/audit/file-check.ts';
import { type NotedHead, readHeadLines } from '../features/audit/heads-service.ts';
import { verifyWholeChain } from './verify-chain.ts';
import { commandArguments, endProgress, progressLine, readConfig, withMigrated, withStore } from './with-database.ts';

const USAGE = 'npm run verify-audit -- [EXPORT.csv] [--head HASH] [--heads FILE] [--filtered]';
const NOT_SOUND = 1;
const UNREADABLE = 2;

class Unreadable extends Error {
  override name = 'Unreadable';
}

interface Options {
  head: string | undefined;
  heads: readonly NotedHead[];
  filtered: boolean;
}

/** npm runs scripts in the project's folder; paths are relative to the caller's folder. */
const locate = (file: string) => path.resolve(process.env['INIT_CWD'] ?? '.', file);

async function readHeads(file: string | undefined): Promise<NotedHead[]> {
  if (file === undefined) return [];
  const location = locate(file);
  const text = await readFile(location, 'utf8').catch(() => {
    throw new Unreadable(`There is no file ${location} that can be read.`);
  });
  const heads = readHeadLines(text);
  if (heads.length === 0) {
    throw new Unreadable(`${location} holds no head. A head is a time, a position and a hash of 64 digits.`);
  }
  return heads;
}

async function readArguments(): Promise<Options & { file: string | undefined }> {
  try {
    const { values, positionals } = parseArgs({
      args: commandArguments().filter((argument) => argument !== '--'),
      allowPositionals: true,
      options: {
        head: { type: 'string' },
        heads: { type: 'string' },
        filtered: { type: 'boolean', default: false },
      },
    });
    const [file, ...more] = positionals;
    const head = values.head?.trim().toLowerCase();
    if (more.length > 0) throw new Unreadable(`Say one file: ${USAGE}`);
    if (head !== undefined && !/^[\da-f]{64}$/.test(head)) {
      throw new Unreadable('--head is a hash of 64 digits from 0 to f.');
    }
    if (file === undefined && (head !== undefined || values.filtered)) {
      throw new Unreadable(`--head and --filtered are about an export: ${USAGE}`);
    }
    return { file, head, heads: await readHeads(values.heads), filtered: values.filtered };
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(`${(error as Error).message}\n${USAGE}`);
  }
}

async function check(file: string, options: Options): Promise<FileVerdict> {
  const location = locate(file);
  const size = await stat(location).then(
    (found) => (found.isFile() ? found.size : 0),
    () => undefined,
  );
  if (size === undefined) throw new Unreadable(`There is no file ${location} that can be read.`);
  const checking = createFileCheck(options);
  let read = 0;
  let begun = false;
  const onBytes = (bytes: number) => {
    read += bytes;
    progressLine(`${Math.floor((100 * read) / size)}%`);
  };
  for await (const line of readLines(location, onBytes)) {
    if (begun) checking.line(line);
    else if (line !== EXPORT_HEADER && line !== EARLIER_HEADER) {
      throw new Unreadable(`The first line is not that of an audit export. It must read:\n${EXPORT_HEADER}`);
    }
    begun = true;
  }
  endProgress();
  if (!begun) throw new Unreadable('The file is empty.');
  return checking.end();
}

/** Prints what the heads show; returns whether all are in the chain. The file check names those that are not. */
function reportHeads({ last, headAt, headsFound }: FileVerdict, { head, heads, filtered }: Options): boolean {
  if (heads.length > 0)
    console.log(`${inDigits(headsFound)} of ${inDigits(heads.length)} kept heads are in the export.`);
  if (head === undefined) {
    if (!filtered && heads.length === 0) {
      console.log('Compare this hash with one that was kept elsewhere (--head), such as that on a printed report.');
    }
    return true;
  }
  if (headAt === null) {
    console.log(
      'THE HEAD THAT WAS NAMED IS NOT IN THE EXPORT: entries at its end were removed, or the chain was written anew.',
    );
    return false;
  }
  const after =
    last && last.position > headAt ? `; ${inDigits(last.position - headAt)} positions follow` : ', the last';
  console.log(`The head that was named is the entry at position ${headAt}${after}.`);
  return true;
}

/** Prints the result; returns whether all is intact. */
function report(verdict: FileVerdict, options: Options): boolean {
  const { entries, problems, count, last } = verdict;
  for (const { message } of problems) console.log(message);
  if (count > problems.length) console.log(`… and ${inDigits(count - problems.length)} more.`);
  console.log(
    `${inDigits(entries)} entries read, ${count === 0 ? 'each as it was written' : `${inDigits(count)} problems`}.`,
  );
  if (last) console.log(`The last entry has position ${last.position} and the hash ${last.hash}.`);
  if (problems.some(({ kind }) => kind === 'head')) {
    console.log('An export that was made before a head was kept ends before it: compare one that is younger.');
  }
  if (options.filtered) {
    console.log(
      'The export is filtered: each entry was checked by itself. Whether others are missing cannot be seen in it.',
    );
  } else if (problems.some(({ kind }) => kind === 'removed')) {
    console.log('If the export was made with filters, say --filtered.');
  }
  return reportHeads(verdict, options) && count === 0;
}

async function verifyFile(file: string, options: Options): Promise<boolean> {
  const sound = report(await check(file, options), options);
  console.log(sound ? 'The export is sound.' : 'THE EXPORT IS NOT SOUND.');
  return sound;
}

/** Verifies the configured store. */
async function verifyStore({ heads }: Options): Promise<boolean> {
  let faults = 0;
  await withStore(readConfig(), async (store) => {
    await withMigrated(store, async ({ db }) => {
      faults = await verifyWholeChain(db, (line) => console.log(line), heads);
    });
  });
  console.log(faults === 0 ? 'The stored chain is sound.' : 'THE STORED CHAIN IS NOT SOUND.');
  return faults === 0;
}

process.once('disconnect', () => process.exit(UNREADABLE));
process.channel?.unref();
try {
  const { file, ...options } = await readArguments();
  const sound = file === undefined ? await verifyStore(options) : await verifyFile(file, options);
  if (!sound) process.exitCode = NOT_SOUND;
} catch (error) {
  endProgress();
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = UNREADABLE;
}
