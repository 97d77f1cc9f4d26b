import { officerOf } from '@ec/contract/second-entry/desk-words';
import { type Dispute, type DisputeDetail, Resolution } from '@ec/contract/disputes/schemas';
import { formatNumber } from '../../lib/format/format.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import type { Tone } from '../../components/figure/StatusChip.tsx';
import { returned } from '../../domain/results/decision-words.ts';
import { RESULT_STATUS } from '../../domain/results/labels.ts';
import { unitName } from '../../domain/places/area-path.ts';

/** Open, or how it was resolved. */
export function disputeState({ resolvedAs }: Pick<Dispute, 'resolvedAs'>): { label: string; tone: Tone } {
  return resolvedAs ? RESULT_STATUS[resolvedAs] : { label: 'Open', tone: 'bad' };
}

/** Seriki Aro (24-11-05-003) */
export const unitText = (dispute: Pick<DisputeDetail, 'chain' | 'pollingUnitCode'>): string =>
  `${unitName(dispute)} (${dispute.pollingUnitCode})`;

export const RESOLUTION_WORDS: Record<Resolution, { label: string; title: string; confirm: string; danger: boolean }> =
  {
    verify: { label: 'Verify', title: 'Verify the disputed result?', confirm: 'Verify', danger: false },
    return: { label: 'Return', title: 'Return the result to its officer?', confirm: 'Return', danger: false },
    cancel: {
      label: 'Cancel the result',
      title: 'Cancel the result of this unit?',
      confirm: 'Cancel the result',
      danger: true,
    },
  };

export function offeredResolutions({ can }: Pick<DisputeDetail, 'can'>): Resolution[] {
  return Resolution.options.filter((resolution) => can[resolution]);
}

/** Who is notified, beside the commenters: the officer, the raiser and the assignee, each once, without the decider. */
function notifiedPeople(dispute: DisputeDetail, deciderId: string): string[] {
  const people = [officerOf(dispute.figures), dispute.raisedBy, dispute.assignee].flatMap((person) => person ?? []);
  const others = new Map(people.filter(({ id }) => id !== deciderId).map(({ id, name }) => [id, name]));
  return [...others.values()];
}

const listed = new Intl.ListFormat('en', { type: 'conjunction' });

/** What will happen, and to whom. */
export function consequence(resolution: Resolution, dispute: DisputeDetail, deciderId: string): string {
  const { figures, version } = dispute;
  const what = `Version ${version} of ${unitText(dispute)}, total ${formatNumber(figures.totalVotes)} votes,`;
  const notified = [...notifiedPeople(dispute, deciderId), 'all who commented'];
  const hear = `${listed.format(notified)} ${notified.length > 1 ? 'are' : 'is'} notified.`;
  switch (resolution) {
    case 'verify':
      return `${what} becomes verified and counts in the verified totals. The dispute ends. ${hear}`;
    case 'return':
      return `${what} ${returned(officerOf(figures).name, dispute)} The dispute ends. ${hear}`;
    case 'cancel':
      return `${what} is cancelled: the unit counts zero votes. The dispute ends. ${hear} This cannot be taken back.`;
  }
}

/** What another user did meanwhile, with what the reader had typed. */
export interface Overtaken {
  error: unknown;
  /** The reason that was not taken; '' for none. */
  typed: string;
}

/** Refusals that mean that the dispute is no longer what stands on the screen. */
const OVERTAKEN = new Set<string>(['CONFLICT', 'DISPUTE_RESOLVED', 'RESULT_TRANSITION']);

export function isOvertaken(error: unknown): boolean {
  return error instanceof ApiError && OVERTAKEN.has(error.code);
}
