import type { UserImport } from '@ec/contract/users/import';
import type { Db } from '../../platform/database/database.ts';
import { insertRefusals, noteProgress } from './repository.ts';
import type { Refusal } from '../../platform/database/tables/user-import.ts';

const EVERY_MS = 500;

/** The counts of a running import, and what others are told of it. */
export interface Notes {
  rows: number;
  accepted: number;
  refused: number;
  /** Keeps refused rows, whatever becomes of the import. */
  refuse(refusals: readonly Refusal[]): Promise<void>;
  /** Writes progress where other processes can read it, twice a second at most and one write at a time. */
  say(step: Pick<UserImport, 'state' | 'done'>): void;
  /** Settles when nothing is being written any more. */
  settle(): Promise<void>;
}

export function createNotes(db: Db, id: string): Notes {
  let under: Promise<void> = Promise.resolve();
  let last = { state: '', at: 0 };
  const notes: Notes = {
    rows: 0,
    accepted: 0,
    refused: 0,
    async refuse(refusals) {
      notes.refused += refusals.length;
      await insertRefusals(db, id, refusals);
    },
    say(step) {
      const now = performance.now();
      if (step.state === last.state && now - last.at < EVERY_MS) return;
      last = { state: step.state, at: now };
      const { rows, accepted, refused } = notes;
      // A note that fails is worth nothing; the import itself will say what is wrong.
      under = under.then(() => noteProgress(db, id, { ...step, rows, accepted, refused })).catch(() => undefined);
    },
    settle: () => under,
  };
  return notes;
}
