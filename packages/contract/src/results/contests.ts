import { inDigits } from '../base/wording.ts';
import { CONTEST_WORDS, contestRank } from '../contest-days/contests.ts';
import type { ElectionType } from '../elections/schemas.ts';
import type { ResultStatus, TaskStatus } from './schemas.ts';
import { FLAG_TEXT, type SheetCheck } from './sheet.ts';

export function taskStatus(status: ResultStatus | null): TaskStatus {
  if (status === null) return 'pending';
  if (status === 'pending') return 'submitted';
  return status === 'verified' ? 'approved' : status;
}

/** The accredited voters of another sheet of the unit that stands. */
export interface OtherSheet {
  type: ElectionType;
  accredited: number;
}

/**
 * A voter is accredited once for all contests of the day, so the sheets of one unit should agree. Null where there is no other sheet. It is about
 * sheets together: it is judged whenever one of them is read, and stored with none of them.
 */
export function accreditationCheck(accredited: number, others: readonly OtherSheet[]): SheetCheck | null {
  if (others.length === 0) return null;
  const ok = others.every((other) => other.accredited === accredited);
  const words = others
    .toSorted((a, b) => contestRank(a.type) - contestRank(b.type))
    .map((other) => `${CONTEST_WORDS[other.type]} ${inDigits(other.accredited)}`);
  return {
    code: 'ACCREDITATION_DIFFERS',
    ok,
    message: ok ? 'Accredited as on the other sheets of the unit' : FLAG_TEXT.ACCREDITATION_DIFFERS,
    arithmetic: `accredited: this sheet ${inDigits(accredited)}, ${words.join(', ')}`,
  };
}
