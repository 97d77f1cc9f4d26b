import { stat } from 'node:fs/promises';
import { type ImportStanding, refuseLine, type RefusedLines } from '@ec/contract/geography/register-import';
import type { AuditOrigin } from '../audit/audit.ts';
import { BrokenFile, type FileLine, readFileLines } from '../files/csv-lines.ts';
import type { Actor } from '../http/actor.ts';
import type { Platform } from '../http/context.ts';
import { AppError } from '../http/errors.ts';

/** Who acts on a file, and where its progress is reported. */
export interface Acting {
  platform: Platform;
  actor: Actor;
  origin: AuditOrigin;
  /** Hears of what goes wrong after the answer. */
  onError: (error: unknown) => void;
}

export type Step = Pick<ImportStanding, 'state' | 'done' | 'rows'>;

/** Checks the lines of a file, the header first. */
export interface LineCheck<Line> {
  /** Answers what a line says where nothing is wrong with it. */
  take(line: FileLine): Line | undefined;
  /** To be called behind the last line. */
  finish(): void;
  readonly rows: number;
  readonly refused: RefusedLines;
}

/** The good lines of a CSV file. Reading it is the given share of the work. */
export async function* goodLines<Line>(
  path: string,
  check: LineCheck<Line>,
  say: (step: Step) => void,
  share: number,
): AsyncGenerator<Line> {
  const { size } = await stat(path);
  let bytes = 0;
  try {
    for await (const line of readFileLines(path, (read) => void (bytes = read))) {
      const read = check.take(line);
      say({ state: 'reading', done: size > 0 ? Math.min(share, (bytes / size) * share) : share, rows: check.rows });
      if (read) yield read;
    }
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    refuseLine(check.refused, error.line, error.message);
  }
  check.finish();
}

/** Lets the work go on after the answer. */
export function follow({ platform, onError }: Acting, finished: Promise<unknown>): void {
  finished
    .then(() => platform.events.wake())
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) onError(error);
    });
}
