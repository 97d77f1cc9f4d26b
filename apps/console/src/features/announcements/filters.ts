import { AnnouncementPriority, type AnnouncementQuery } from '@ec/contract/announcements/schemas';
import { isFilteredFrom, known } from '../../lib/hooks/use-url-state.ts';
import { PAGE_SIZE, pageNumber } from '../../lib/hooks/paging.ts';
import { PRIORITIES } from './labels.ts';

export const NOTHING_NARROWED = { priority: '', unread: '', q: '' };

/** The filters as they stand in the address. */
export const FILTERS = { ...NOTHING_NARROWED, show: '', page: '1' };
export type AnnouncementFilters = typeof FILTERS;

export const UNREAD = '1';

interface Choice {
  value: string;
  label: string;
}

export const PRIORITY_CHOICES: Choice[] = [
  { value: '', label: 'All priorities' },
  ...AnnouncementPriority.options.toReversed().map((value) => ({ value, label: PRIORITIES[value].label })),
];

/** Kept apart by what the reader may see: the archive is for authors and editors, one's own for authors. */
export function showChoices({ author, editor }: { author: boolean; editor: boolean }): Choice[] {
  if (!author && !editor) return [];
  return [
    { value: '', label: 'Current' },
    { value: 'past', label: 'Past' },
    ...(author ? [{ value: 'mine', label: 'Written by me' }] : []),
  ];
}

const SHOWN: Partial<Record<string, AnnouncementQuery['show']>> = { past: 'past', mine: 'mine' };

/** The query of the list's call; unknown values in the address are ignored. */
export function parametersOf(filters: AnnouncementFilters) {
  const { show, priority, unread, q, page } = filters;
  return {
    show: SHOWN[show] ?? '',
    priority: known(PRIORITY_CHOICES, priority),
    unread: unread === UNREAD ? 'true' : '',
    q: q.trim(),
    page: pageNumber(page),
    pageSize: PAGE_SIZE,
  };
}
export type AnnouncementParameters = ReturnType<typeof parametersOf>;

export const isNarrowed = (filters: AnnouncementFilters): boolean => isFilteredFrom(filters, NOTHING_NARROWED);
