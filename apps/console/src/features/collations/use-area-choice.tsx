import { codeOf, NATION } from '@ec/contract/geography/location-id';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { resultElectionsQuery } from '../../domain/elections/result-elections.ts';
import { PlaceFilter, usePlaceChip } from '../../domain/places/PlaceFilter.tsx';
import styles from './collations.module.css';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { ownAreas } from '../../lib/session/may-open.ts';
import { useCurrentMe } from '../../lib/session/session.ts';

const FILTERS = { election: '', area: '', party: '' };

/** The election, area and party of a page about collation, all in the address; the reader's own area unless another is chosen. */
export function useAreaChoice() {
  const me = useCurrentMe();
  const [filters, setFilters] = useUrlState(FILTERS);
  const elections = useQuery(resultElectionsQuery);
  const election = elections.data?.find(({ id }) => id === filters.election) ?? elections.data?.[0];
  const parties = election?.parties ?? [];
  const [own = NATION] = ownAreas(me);
  const area = filters.area || codeOf(own);
  return {
    elections,
    election,
    electionId: election?.id ?? '',
    area,
    party: parties.includes(filters.party) ? filters.party : (parties[0] ?? ''),
    place: usePlaceChip(area)?.value ?? '',
    filters,
    setFilters,
    /** The same election and party at another place or page. */
    link: (page: string, place: string, party?: string) => {
      const params = new URLSearchParams({ election: election?.id ?? '', area: place });
      if (party ?? filters.party) params.set('party', party ?? filters.party);
      return `/collations/${page}?${params}`;
    },
  };
}
export type AreaChoiceState = ReturnType<typeof useAreaChoice>;

/** The fields of the choice; children stand between the election and the place. */
export function AreaChoiceFields({ choice, children }: { choice: AreaChoiceState; children?: ReactNode }) {
  const { elections, electionId, filters, setFilters } = choice;
  return (
    <div className={styles.choice}>
      <NativeSelect
        label="Election"
        value={electionId}
        data={(elections.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(event) => setFilters({ election: event.currentTarget.value })}
      />
      {children}
      <PlaceFilter depth="ward" value={filters.area} onChange={(area) => setFilters({ area })} />
    </div>
  );
}
