import { stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { EXPORT_HEADER } from '../features/audit/export-form.ts';
import { createFileCheck, type FileVerdict } from '../features/audit/file-check.ts';
import { readLines } from '../features/audit/file-lines.ts';
import { commandArguments, endProgress, progressLine } from './with-database.ts';

const USAGE = 'npm run verify-audit -- EXPORT.csv [--head HASH] [--filtered]';
const NOT_SOUND = 1;
const UNREADABLE = 2;
const number = (value: number) => value.toLocaleString('en-NG');

class Unreadable extends Error {
  override name = 'Unreadable';
}

interface Options {
  file: string;
  head: string | undefined;
  filtered: boolean;
}

function readArguments(): Options {
  try {
    const { values, positionals } = parseArgs({
      args: commandArguments().filter((argument) => argument !== '--'),
      allowPositionals: true,
      options: { head: { type: 'string' }, filtered: { type: 'boolean', default: false } },
    });
    const [file] = positionals;
    const head = values.head?.trim().toLowerCase();
    if (file === undefined) throw new Unreadable(`Say which file: ${USAGE}`);
    if (head !== undefined && !/^[\da-f]{64}$/.test(head))
      throw new Unreadable('--head is a hash of 64 digits from 0 to f.');
    return { file, head, filtered: values.filtered };
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(`${(error as Error).message}\n${USAGE}`);
  }
}

async function check({ file, head, filtered }: Options): Promise<FileVerdict> {
  // npm runs scripts in the project's folder; the person means the folder they are in.
  const location = path.resolve(process.env['INIT_CWD'] ?? '.', file);
  const size = await stat(location).then(
    (found) => (found.isFile() ? found.size : 0),
    () => undefined,
  );
  if (size === undefined) throw new Unreadable(`There is no file ${location} that can be read.`);
  const checking = createFileCheck({ filtered, head });
  let read = 0;
  let begun = false;
  const onBytes = (bytes: number) => {
    read += bytes;
    progressLine(`${Math.floor((100 * read) / size)}%`);
  };
  for await (const line of readLines(location, onBytes)) {
    if (begun) checking.line(line);
    else if (line !== EXPORT_HEADER) {
      throw new Unreadable(`The first line is not that of an audit export. It must read:\n${EXPORT_HEADER}`);
    }
    begun = true;
  }
  endProgress();
  if (!begun) throw new Unreadable('The file is empty.');
  return checking.end();
}

/** Says what was found; answers whether all of it is sound. */
function report(verdict: FileVerdict, { head, filtered }: Options): boolean {
  const { entries, problems, count, last, headAt } = verdict;
  for (const { message } of problems) console.log(message);
  if (count > problems.length) console.log(`… and ${number(count - problems.length)} more.`);
  console.log(
    `${number(entries)} entries read, ${count === 0 ? 'each as it was written' : `${number(count)} problems`}.`,
  );
  if (last) console.log(`The last entry has position ${last.position} and the hash ${last.hash}.`);
  if (filtered) {
    console.log(
      'The export is filtered: each entry was checked by itself. Whether others are missing cannot be seen in it.',
    );
  } else if (problems.some(({ kind }) => kind === 'removed')) {
    console.log('If the export was made with filters, say --filtered.');
  }
  if (head === undefined) {
    if (!filtered)
      console.log('Compare this hash with one that was kept elsewhere (--head), such as that on a printed report.');
    return count === 0;
  }
  if (headAt !== null) {
    const after =
      last && last.position > headAt ? `; ${number(last.position - headAt)} positions follow` : ', the last';
    console.log(`The head that was named is the entry at position ${headAt}${after}.`);
    return count === 0;
  }
  console.log(
    'THE HEAD THAT WAS NAMED IS NOT IN THE EXPORT: entries at its end were removed, or the chain was written anew.',
  );
  return false;
}

process.once('disconnect', () => process.exit(UNREADABLE));
process.channel?.unref();
try {
  const options = readArguments();
  const sound = report(await check(options), options);
  console.log(sound ? 'The export is sound.' : 'THE EXPORT IS NOT SOUND.');
  if (!sound) process.exitCode = NOT_SOUND;
} catch (error) {
  endProgress();
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = UNREADABLE;
}
