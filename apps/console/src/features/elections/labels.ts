import type { DateConcern } from '@ec/contract/elections/dates';
import { type Election, ElectionStatus, type FollowKind } from '@ec/contract/elections/schemas';
import type { Segment } from '../../components/figure/Bars.tsx';
import type { Tone } from '../../components/figure/StatusChip.tsx';
import { formatCount, formatExact, formatNumber, formatShare } from '../../lib/format/format.ts';
import { known } from '../../lib/hooks/use-url-state.ts';
import { pageNumber } from '../../lib/hooks/paging.ts';

export const STATUS: Record<ElectionStatus, { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'off' },
  scheduled: { label: 'Scheduled', tone: 'info' },
  live: { label: 'Live', tone: 'ok' },
  completed: { label: 'Completed', tone: 'wait' },
  archived: { label: 'Archived', tone: 'off' },
};

/** A status that this console does not know is shown as a draft. */
export function statusOf(status: string): { label: string; tone: Tone } {
  return Object.hasOwn(STATUS, status) ? STATUS[status as ElectionStatus] : STATUS.draft;
}

/** A change of status as its button, its question and what it brings. */
export interface Move {
  label: string;
  title: string;
  text: string;
  needsReason: boolean;
}

export function moveOf(election: Election, to: ElectionStatus): Move {
  const { name, status, deadline } = election;
  const units = formatCount(election.coverage.units, 'polling unit');
  const plain = { needsReason: false };
  switch (to) {
    case 'scheduled':
      return {
        ...plain,
        label: 'Schedule',
        title: `Schedule ${name}?`,
        text: `${name} becomes scheduled for its ${units}. It can still be edited. No results are taken yet.`,
      };
    case 'draft':
      return {
        ...plain,
        label: 'Back to draft',
        title: `Take ${name} back to draft?`,
        text: `${name} is no longer scheduled. It can be edited, scheduled again or deleted.`,
      };
    case 'live':
      return status === 'completed'
        ? {
            needsReason: true,
            label: 'Reopen',
            title: `Reopen ${name}?`,
            text: `${name} is live again: the officers of its ${units} can submit results. The reason is kept in the audit log.`,
          }
        : {
            ...plain,
            label: 'Go live',
            title: `Take ${name} live?`,
            text: `The officers of its ${units} can submit results while election mode is on. Type, parties and covered areas are then fixed.`,
          };
    case 'completed':
      return {
        ...plain,
        label: 'Complete',
        title: `Complete ${name}?`,
        text: `Voting is over for its ${units}. Results are still taken until ${formatExact(deadline)}, and review goes on.`,
      };
    case 'archived':
      return {
        ...plain,
        label: 'Archive',
        title: `Archive ${name}?`,
        text: `${name} and its results can still be read, but nothing about it can be changed any more. This cannot be taken back.`,
      };
  }
}

/** What is odd about the date, with the date. */
export function concernText({ closesAt, deadline }: Election, concern: DateConcern): string {
  const over = `Voting closed at ${formatExact(closesAt)}`;
  return concern === 'voting_over'
    ? `${over}. Check the date and the year.`
    : `${over}, and the deadline for results passed at ${formatExact(deadline)}: results are marked late. Check the date and the year.`;
}

export function segmentsOf(coverage: Election['coverage']): Segment[] {
  return [
    { tone: 'ok', label: 'Verified', value: coverage.verified },
    { tone: 'wait', label: 'Awaiting review', value: coverage.pending },
    { tone: 'bad', label: 'Disputed', value: coverage.disputed },
    { tone: 'off', label: 'Cancelled', value: coverage.cancelled },
  ];
}

/** "120 of 176,846 units reported (0.1%), 80 verified". */
export function progressText({ units, reported, verified }: Election['coverage']): string {
  const share = formatShare(reported, units);
  return `${formatNumber(reported)} of ${formatNumber(units)} units reported (${share}), ${formatNumber(verified)} verified`;
}

const NAMED = 3;

export const FOLLOW_WORDS: Record<FollowKind, string> = { rerun: 'Re-run of', runoff: 'Run-off after' };

/** What the election was set up to cover: its constituencies, or its areas. */
export const coverOf = ({ constituencies, areaNames }: Election): readonly { name: string }[] =>
  constituencies.length > 0 ? constituencies : areaNames;

/** The first covered areas by name, then how many more there are. */
export function areasText(areas: readonly { name: string }[]): string {
  const names = areas.slice(0, NAMED).map((area) => area.name);
  const more = areas.length - names.length;
  return more > 0 ? `${names.join(', ')} +${formatNumber(more)} more` : names.join(', ');
}

export const NOTHING_NARROWED = { q: '', status: '' };

/** As they stand in the address; `view` is the election that is open. */
export const FILTERS = { ...NOTHING_NARROWED, sort: '', page: '1', view: '' };
export type ElectionFilters = Omit<typeof FILTERS, 'view'>;

export const SORT_CHOICES = [
  { value: '', label: 'Latest date first' },
  { value: 'name', label: 'Title' },
];

/** The query of the list's call; unknown values in the address are ignored. */
export function parametersOf({ status, q, sort, page }: ElectionFilters) {
  return { status: ElectionStatus.safeParse(status).data, q, sort: known(SORT_CHOICES, sort), page: pageNumber(page) };
}
