import { type ConstituencyKind, KIND_OF_ELECTION, KIND_WORDS } from '@ec/contract/constituencies/kinds';
import type { Constituency } from '@ec/contract/constituencies/schemas';
import type { Election } from '@ec/contract/elections/schemas';
import { isInside, type LocationId, locationType } from '@ec/contract/geography/location-id';
import { NativeSelect } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { api } from '../../lib/http/api.ts';
import { formatCount } from '../../lib/format/format.ts';
import { capital } from '../results/labels.ts';

/** All constituencies of a kind: at most a thousand, which change as rarely as places. */
export const constituenciesQuery = (kind: ConstituencyKind) =>
  queryOptions({
    queryKey: ['locations', 'constituencies', kind],
    queryFn: ({ signal }) => api.call('GET /constituencies', { signal, query: { type: kind, pageSize: 1000 } }),
    staleTime: 10 * 60_000,
  });

/** Names repeat between states, so each stands below its state. */
export function byState(all: readonly Constituency[]) {
  return [...Map.groupBy(all, ({ state }) => state.name)].map(([group, mine]) => ({
    group,
    items: mine.map(({ id, name }) => ({ value: id, label: name })),
  }));
}

type Held = Pick<Election, 'type' | 'areas' | 'constituencies'>;

const touches = (a: LocationId, b: LocationId): boolean => isInside(a, b) || isInside(b, a);

/** Whether the constituency has wards in the area, and the election is held in it. */
function isOffered({ id, lgas }: Constituency, { areas, constituencies }: Held, area: LocationId): boolean {
  if (!lgas.some((lga) => touches(lga.id, area))) return false;
  return constituencies.length > 0
    ? constituencies.some((one) => one.id === id)
    : areas.some((covered) => lgas.some((lga) => touches(lga.id, covered)));
}

/** Which constituency is meant at a place; in a ward, and of elections that are held in none, there is nothing to choose. */
export function useConstituencyChoice(election: Held | undefined, area: LocationId, wanted: string) {
  const kind = election && KIND_OF_ELECTION[election.type];
  const asks = kind !== undefined && !['ward', 'polling_unit'].includes(locationType(area));
  const list = useQuery({ ...constituenciesQuery(kind ?? 'senatorial'), enabled: asks });
  const { data, error, refetch } = list;
  const offered = asks && election ? data?.constituencies.filter((each) => isOffered(each, election, area)) : undefined;
  const [only, ...others] = offered ?? [];
  const chosen = offered?.find(({ id }) => id === wanted) ?? (others.length === 0 ? only : undefined);
  return {
    words: KIND_WORDS[kind ?? 'senatorial'],
    /** Undefined where there is nothing to choose, and before they are known. */
    offered,
    chosen,
    waits: asks && !data && !error,
    /** The reader has to choose one, or to load them again. */
    isOpen: asks && !chosen && (offered ? offered.length > 0 : error !== null),
    error: data ? null : error,
    refetch,
  };
}
export type ConstituencyChoice = ReturnType<typeof useConstituencyChoice>;

interface ConstituencySelectProps {
  choice: ConstituencyChoice;
  onChange: (id: string) => void;
  id?: string;
  error?: string | undefined;
}

/** The constituencies of an election at a place, one of which is meant. */
export function ConstituencySelect({
  choice: { words, offered, chosen },
  onChange,
  ...field
}: ConstituencySelectProps) {
  if (!offered || offered.length === 0) return null;
  const [one] = words;
  return (
    <NativeSelect
      label={capital(one)}
      value={chosen?.id ?? ''}
      data={[...(chosen ? [] : [{ value: '', label: `Choose a ${one}` }]), ...byState(offered)]}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...field}
    />
  );
}

/** What stands in place of figures until a constituency is chosen. */
export function ConstituencyAsked({ choice: { words, offered, error, refetch } }: { choice: ConstituencyChoice }) {
  const [one, many] = words;
  return (
    <Panel>
      {error ? (
        <ErrorView title={`The ${many} could not be loaded`} error={error} onRetry={refetch} />
      ) : (
        <EmptyState title={`Choose a ${one}.`}>
          Each has its own forms, and {formatCount(offered?.length ?? 0, one, many)} have wards here.
        </EmptyState>
      )}
    </Panel>
  );
}
