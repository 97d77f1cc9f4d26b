import { stat } from 'node:fs/promises';
import type { Bulk } from '../../../platform/database/bulk.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Step } from '../../../platform/jobs/import-work.ts';
import { copyUnits, copyWards, createImportTables } from './import-repository.ts';
import { loadUpperPlaces } from '../queries.ts';
import { createRegisterCheck, type RegisterCheck, type RegisterUnit } from './register-check.ts';
import { readLines, UnpackedTooLarge } from './register-lines.ts';

export interface ReadRegister {
  check: RegisterCheck;
  /** Good lines that are in the transaction's tables. */
  units: number;
}

/** How much of the work is behind an import once its file is read. */
const READ = 0.5;

const isDamage = (error: unknown) => String((error as NodeJS.ErrnoException | null)?.code).startsWith('Z_');

async function* goodUnits(
  path: string,
  check: RegisterCheck,
  say: (step: Step) => void,
  afterFaults: 'go on' | 'stop',
): AsyncGenerator<RegisterUnit> {
  const { size } = await stat(path);
  let bytes = 0;
  try {
    for await (const lines of readLines(path, (read) => void (bytes = read))) {
      for (const line of lines) {
        const unit = check.take(line);
        if (unit && (afterFaults === 'go on' || check.refused.count === 0)) yield unit;
      }
      say({ state: 'reading', done: size > 0 ? Math.min(READ, (bytes / size) * READ) : READ, rows: check.rows });
    }
  } catch (error) {
    const isTooLarge = error instanceof UnpackedTooLarge;
    if (!isTooLarge && !isDamage(error)) throw error;
    check.finish(
      isTooLarge
        ? 'The compressed file holds more than 512 MB, which no register does'
        : 'The compressed file is damaged or was cut off',
    );
    return;
  }
  check.finish();
}

/**
 * Reads the register into the transaction's own tables. With 'stop' nothing of a file with a fault is needed, and the rest
 * is only read to name every other one in IMPORT_INVALID; with 'go on' all good lines are there.
 */
export async function readRegister(
  bulk: Bulk,
  path: string,
  say: (step: Step) => void,
  afterFaults: 'go on' | 'stop',
): Promise<ReadRegister> {
  const check = createRegisterCheck(await loadUpperPlaces(bulk.tx));
  await createImportTables(bulk.tx);
  const units = await copyUnits(bulk, goodUnits(path, check, say, afterFaults));
  if (afterFaults === 'stop' && check.refused.count > 0) throw new AppError('IMPORT_INVALID', check.refused);
  say({ state: 'checking', done: 0.55, rows: check.rows });
  await copyWards(bulk, check.wards.values());
  return { check, units };
}
