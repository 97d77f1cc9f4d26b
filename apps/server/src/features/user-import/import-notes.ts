import type { UserImport } from '@ec/contract/users/import';
import type { Db } from '../../platform/database/database.ts';
import { createProgress, type Progress } from '../../platform/jobs/followed-work.ts';
import { insertRefusals, noteProgress } from './repository.ts';
import type { Refusal } from '../../platform/database/tables/user-import.ts';

type Step = Pick<UserImport, 'state' | 'done'>;

/** The counts of a running import, which are written with its progress. */
export interface Notes extends Progress<Step> {
  rows: number;
  accepted: number;
  refused: number;
  /** Keeps refused rows, whatever becomes of the import. */
  refuse(refusals: readonly Refusal[]): Promise<void>;
}

export function createNotes(db: Db, id: string): Notes {
  const { say, settle } = createProgress<Parameters<typeof noteProgress>[2]>((step) => noteProgress(db, id, step));
  const notes: Notes = {
    rows: 0,
    accepted: 0,
    refused: 0,
    async refuse(refusals) {
      notes.refused += refusals.length;
      await insertRefusals(db, id, refusals);
    },
    say({ state, done }) {
      const { rows, accepted, refused } = notes;
      say({ state, done, rows, accepted, refused });
    },
    settle,
  };
  return notes;
}
