import type { Election } from '@ec/contract/elections/schemas';
import type { Result } from '@ec/contract/results/schemas';
import type { User } from '@ec/contract/users/schemas';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { personHint } from '../../domain/people/person-text.ts';
import { RESULT_STATUS } from '../../domain/results/labels.ts';
import { formatDay } from '../../lib/format/format.ts';
import { api } from '../../lib/http/api.ts';
import { useMayOpen } from '../../lib/session/may-open.ts';

/** Something found, and where it leads. */
export interface Found {
  path: string;
  name: string;
  description: string;
}

export interface FoundGroup {
  label: string;
  items: Found[];
}

export const LEAST_LETTERS = 2;
const SHOWN = 5;
/** The beginning of a unit's code, or a submission ID, which begins with one. */
const CODE = /^\d{2}-\d{2}/;

/** Records of the reader's areas that hold the text; the server decides who finds what. */
export function useRecords(query: string): { groups: FoundGroup[]; searching: boolean } {
  const [q] = useDebouncedValue(query.trim(), 200);
  const long = q.length >= LEAST_LETTERS;
  const wanted = {
    people: useMayOpen('/users') && long,
    elections: useMayOpen('/elections') && long,
    results: useMayOpen('/review') && CODE.test(q),
  };
  const asked = { q, pageSize: SHOWN };
  const people = useQuery({
    queryKey: ['users', 'spotlight', q],
    queryFn: ({ signal }) => api.call('GET /users', { query: asked, signal }),
    enabled: wanted.people,
    placeholderData: keepPreviousData,
  });
  const elections = useQuery({
    queryKey: ['elections', 'spotlight', q],
    queryFn: ({ signal }) => api.call('GET /elections', { query: asked, signal }),
    enabled: wanted.elections,
    placeholderData: keepPreviousData,
  });
  const results = useQuery({
    queryKey: ['results', 'spotlight', q],
    queryFn: ({ signal }) => api.call('GET /results', { query: asked, signal }),
    enabled: wanted.results,
    placeholderData: keepPreviousData,
  });
  const groups = [
    { label: 'People', items: wanted.people ? (people.data?.users ?? []).map(toPerson) : [] },
    { label: 'Elections', items: wanted.elections ? (elections.data?.elections ?? []).flatMap(toElection) : [] },
    { label: 'Results', items: wanted.results ? (results.data?.results ?? []).map(toResult) : [] },
  ];
  const searching = people.isFetching || elections.isFetching || results.isFetching;
  return { groups: groups.filter(({ items }) => items.length > 0), searching };
}

function toPerson({ id, name, role, assignment, phone }: User): Found {
  return { path: `/users/${id}`, name, description: personHint({ role, chain: assignment?.chain ?? [], phone }) };
}

function toElection({ id, name, electionDate }: Election): Found[] {
  const day = formatDay(electionDate);
  return [
    { path: `/elections?view=${id}`, name, description: day },
    { path: `/elections/${id}/readiness`, name: `Readiness: ${name}`, description: 'What is left to do' },
  ];
}

function toResult({ id, chain, pollingUnitCode, status, submissionId }: Result): Found {
  return {
    path: `/review/${id}`,
    name: `${chain.at(-1)?.name ?? pollingUnitCode} (${pollingUnitCode})`,
    description: `${RESULT_STATUS[status].label} · ${submissionId}`,
  };
}
