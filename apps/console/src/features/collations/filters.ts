import { ElectionId } from '@ec/contract/base/common';
import { COLLATION_LEVELS } from '@ec/contract/collations/chain';
import { locationIdOf } from '@ec/contract/geography/location-id';
import { PAGE_SIZE, pageNumber } from '../../lib/hooks/paging.ts';
import { isFilteredFrom, known } from '../../lib/hooks/use-url-state.ts';
import { LEVEL_WORDS } from '../../domain/collations/words.ts';
import { SOURCE_WORDS, STATUS_WORDS } from './labels.ts';

export const NOTHING_NARROWED = { election: '', area: '', status: '', source: '', level: '', stale: '', q: '' };
export const FILTERS = { ...NOTHING_NARROWED, page: '1' };
export type CollationFilters = typeof FILTERS;

const choicesOf = <K extends string>(all: string, words: Record<K, string>) => [
  { value: '', label: all },
  ...Object.entries<string>(words).map(([value, label]) => ({ value, label })),
];

const STATUSES = ['pending', 'verified', 'disputed', 'returned'] as const;

export const CHOICES = [
  {
    key: 'status',
    label: 'Status',
    data: choicesOf('All states', Object.fromEntries(STATUSES.map((each) => [each, STATUS_WORDS[each].label]))),
  },
  {
    key: 'level',
    label: 'Level',
    data: choicesOf('All levels', Object.fromEntries(COLLATION_LEVELS.map((each) => [each, LEVEL_WORDS[each]]))),
  },
  {
    key: 'source',
    label: 'Source',
    data: choicesOf(
      'All sources',
      Object.fromEntries(Object.entries(SOURCE_WORDS).map(([key, { label }]) => [key, label])),
    ),
  },
];

const choice = (key: string, value: string) => known(CHOICES.find((each) => each.key === key)?.data ?? [], value);

/** The query of the list's call; unknown values in the address are ignored. */
export function parametersOf(filters: CollationFilters) {
  const { election, area, status, source, level, stale, q, page } = filters;
  return {
    electionId: ElectionId.safeParse(election).success ? election : '',
    area: locationIdOf(area) === undefined ? '' : area,
    status: choice('status', status),
    source: choice('source', source),
    level: choice('level', level),
    outOfDate: stale === 'true' ? true : '',
    q,
    page: pageNumber(page),
    pageSize: PAGE_SIZE,
  };
}
export type ListParameters = ReturnType<typeof parametersOf>;

export const isNarrowed = (filters: CollationFilters): boolean => isFilteredFrom(filters, NOTHING_NARROWED);
