import { inDigits } from '@ec/contract/base/wording';
import { access } from 'node:fs/promises';
import path from 'node:path';
import type { ImportCounts, ImportLineError } from '@ec/contract/geography/register-import';
import { startImport } from '../features/geography/register-import/import-service.ts';
import { ensureReferenceData } from '../features/geography/reference-data.ts';
import { SYSTEM_ORIGIN } from '../platform/audit/audit.ts';
import { systemClock } from '../platform/runtime/clock.ts';
import { AppError } from '../platform/http/errors.ts';
import { commandArguments, CommandError, endProgress, progressLine, withDatabase } from './with-database.ts';

function printCounts({ rows, added, changed, left }: ImportCounts): void {
  console.log(`${inDigits(rows)} lines imported.`);
  for (const [title, counts] of Object.entries({ Added: added, Changed: changed, Left: left })) {
    console.log(`${title.padEnd(8)} ${inDigits(counts.wards)} wards, ${inDigits(counts.pollingUnits)} polling units`);
  }
}

function printBadLines(details: { count?: number; lines?: ImportLineError[] }): void {
  const { count = 0, lines = [] } = details;
  for (const { line, message } of lines) console.error(`line ${line}: ${message}`);
  if (count > lines.length) console.error(`… and ${inDigits(count - lines.length)} more`);
}

/** `npm run import-register -- FILE`: imports a polling unit register (CSV, optionally gzipped) in one transaction. */
await withDatabase(async (database) => {
  const [file] = commandArguments().filter((argument) => argument !== '--');
  if (file === undefined) throw new CommandError('Say which file: npm run import-register -- FILE');
  // npm runs scripts in the project's folder; paths are relative to the caller's folder.
  const location = path.resolve(process.env['INIT_CWD'] ?? '.', file);
  await access(location).catch(() => {
    throw new CommandError(`There is no file ${location} that can be read.`);
  });
  await ensureReferenceData(database);
  const begin = performance.now();
  try {
    const { finished } = await startImport({
      database,
      clock: systemClock,
      path: location,
      fileName: path.basename(location),
      origin: SYSTEM_ORIGIN,
      onProgress: ({ state, done, rows }) =>
        progressLine(`${state} ${Math.round(done * 100)}% (${inDigits(rows)} lines)`),
    });
    const counts = await finished;
    endProgress();
    printCounts(counts);
    console.log(`Done in ${((performance.now() - begin) / 1000).toFixed(1)} s.`);
  } catch (error) {
    endProgress();
    if (error instanceof AppError) printBadLines(error.details);
    throw error;
  }
});
