import { ballotOf } from '@ec/contract/elections/parties';
import { codeOf, locationIdOf, NATION } from '@ec/contract/geography/location-id';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Note } from '../../components/page/Note.tsx';
import { resultElectionsQuery } from '../../domain/elections/result-elections.ts';
import { PlaceFilter, usePlaceChip } from '../../domain/places/PlaceFilter.tsx';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { ownAreas } from '../../lib/session/may-open.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { tile } from '../../lib/format/css-values.ts';

const FILTERS = { election: '', area: '', party: '' };

/** The election, area and party of a page about collation, all in the address; the reader's own area unless another is chosen. */
export function useAreaChoice() {
  const me = useCurrentMe();
  const [filters, setFilters] = useUrlState(FILTERS);
  const elections = useQuery(resultElectionsQuery);
  const named = elections.data?.find(({ id }) => id === filters.election);
  const election = named ?? elections.data?.[0];
  const parties = election ? ballotOf(election.parties) : [];
  const [own = NATION] = ownAreas(me);
  const known = locationIdOf(filters.area) !== undefined;
  const area = known ? filters.area : codeOf(own);
  const notes = [
    ...(elections.data && filters.election && !named
      ? [`The election of this address is not here.${election ? ` Shown is ${election.name}.` : ''}`]
      : []),
    ...(filters.area && !known
      ? [`The address names a place that does not exist (${filters.area}). Shown is your own area.`]
      : []),
    ...(filters.party && election && !parties.includes(filters.party)
      ? [`${filters.party} is not on the ballot. Shown is the party whose votes changed most.`]
      : []),
  ];
  return {
    elections,
    election,
    parties,
    electionId: election?.id ?? '',
    area,
    /** Undefined where none is chosen. */
    party: parties.includes(filters.party) ? filters.party : undefined,
    place: usePlaceChip(area)?.value ?? '',
    /** What the address asks for and is not shown. */
    notes,
    filters,
    setFilters,
    /** The page without a place: of the reader's own area. */
    whole: `?${new URLSearchParams({ election: election?.id ?? '' })}`,
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
  const { elections, electionId, area, notes, filters, setFilters } = choice;
  return (
    <>
      {notes.map((note) => (
        <Note key={note} kind="warn" role="status">
          {note}
        </Note>
      ))}
      <div className="shelf start" style={tile(250)}>
        <NativeSelect
          label="Election"
          value={electionId}
          data={(elections.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => setFilters({ election: event.currentTarget.value })}
        />
        {children}
        <PlaceFilter depth="ward" value={filters.area && area} onChange={(next) => setFilters({ area: next })} />
      </div>
    </>
  );
}
