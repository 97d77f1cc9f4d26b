import { officerOf } from '@ec/contract/second-entry/desk-words';
import type { ResultDetail } from '@ec/contract/results/schemas';
import { formatNumber } from '../../lib/format/format.ts';
import { unitName } from '../../domain/places/area-path.ts';
import { cancelUnder, isOverVoted, returned } from '../../domain/results/decision-words.ts';
import type { Decision } from './api.ts';

export const DECISIONS: Record<
  Decision,
  { label: string; title: string; done: string; key: string | null; danger: boolean }
> = {
  verify: { label: 'Verify', title: 'Verify this result?', done: 'verified', key: 'v', danger: false },
  return: { label: 'Return', title: 'Return this result to its officer?', done: 'returned', key: 'r', danger: false },
  dispute: { label: 'Dispute', title: 'Mark this result as disputed?', done: 'disputed', key: 'd', danger: true },
  cancel: {
    label: 'Cancel the result',
    title: 'Cancel the result of this unit?',
    done: 'cancelled',
    key: null,
    danger: true,
  },
};

/** What the button says; an over-voted result is cancelled on the ground of the election's law, a disputed one on the reviewer's own. */
export function decisionLabel(decision: Decision, result: Pick<ResultDetail, 'flags' | 'overVotingLaw'>): string {
  return decision === 'cancel' && isOverVoted(result) ? cancelUnder(result.overVotingLaw) : DECISIONS[decision].label;
}

/** Reasons that reviewers give most, ready to be taken over and completed. */
export const QUICK_REASONS: Record<Decision, readonly string[]> = {
  verify: [],
  return: [
    'The photo cannot be read. Take it again in good light.',
    'No photo of the result sheet was attached.',
    'The figures do not match the photo.',
    'The photo shows the sheet of another polling unit.',
    'The parties do not add up to the total on the sheet.',
  ],
  dispute: [
    'Party agents contest the figures.',
    'The sheet is altered or not signed.',
    'The figures do not match the copy of another agent.',
    'More votes than accredited voters.',
  ],
  cancel: [],
};

/** True where nothing waits for this person: disputing a verified result is always possible, but never a task. */
export function isDecided({ can }: Pick<ResultDetail, 'can'>): boolean {
  return !can.verify && !can.return && !can.cancel;
}

/** What will happen, and to whom. */
export function consequence(decision: Decision, result: ResultDetail): string {
  const unit = `${unitName(result)} (${result.pollingUnitCode})`;
  const what = `Version ${result.version} of ${unit}, total ${formatNumber(result.totalVotes)} votes,`;
  const officer = officerOf(result).name;
  switch (decision) {
    case 'verify':
      return `${what} becomes verified and counts in the verified totals. ${officer} is notified.`;
    case 'return':
      return `${what} ${returned(officer, result)}`;
    case 'dispute':
      return `${what} is marked as disputed and leaves the verified and the provisional totals until the dispute is resolved. ${officer} and the administrators who may resolve it are notified.`;
    case 'cancel':
      return `${what} is cancelled: the unit counts zero votes. ${officer} is notified. This cannot be taken back.`;
  }
}
