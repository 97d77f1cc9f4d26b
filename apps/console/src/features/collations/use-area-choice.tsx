import { ballotOf } from '@ec/contract/elections/parties';
import { codeOf, isInside, locationIdOf, NATION } from '@ec/contract/geography/location-id';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Note } from '../../components/page/Note.tsx';
import { resultElectionsQuery } from '../../domain/elections/result-elections.ts';
import { ConstituencySelect, useConstituencyChoice } from '../../domain/places/ConstituencySelect.tsx';
import { PlacePicker, usePlaceChip } from '../../domain/places/PlacePicker.tsx';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { ownAreas } from '../../lib/session/may-open.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { tile } from '../../lib/format/css-values.ts';

const FILTERS = { election: '', area: '', constituency: '', party: '' };

/**
 * The election, area, constituency and party of a page about collation, all in the address; the reader's own area unless another is chosen. A
 * page that shows all constituencies together asks for none.
 */
export function useAreaChoice(asks: { constituency: boolean }) {
  const me = useCurrentMe();
  const [filters, setFilters] = useUrlState(FILTERS);
  const elections = useQuery(resultElectionsQuery);
  const named = elections.data?.find(({ id }) => id === filters.election);
  const election = named ?? elections.data?.[0];
  const parties = election ? ballotOf(election.parties) : [];
  const [own = NATION] = ownAreas(me);
  const wanted = locationIdOf(filters.area);
  const known = wanted !== undefined;
  const within = wanted ?? own;
  const constituency = useConstituencyChoice(asks.constituency ? election : undefined, within, filters.constituency);
  const { chosen, offered } = constituency;
  // A constituency of the nation or a zone is looked at in its state, where its forms are.
  const area = codeOf(chosen && isInside(chosen.state.id, within) ? chosen.state.id : within);
  const notes = [
    ...(elections.data && filters.election && !named
      ? [`The election of this address is not here.${election ? ` Shown is ${election.name}.` : ''}`]
      : []),
    ...(filters.area && !known
      ? [`The address names a place that does not exist (${filters.area}). Shown is your own area.`]
      : []),
    ...(filters.constituency && offered && !offered.some(({ id }) => id === filters.constituency)
      ? [`The ${constituency.words[0]} of this address has no wards here.`]
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
    constituency,
    /** What is asked of the server; nothing while the constituency is not known. */
    asked: {
      electionId: constituency.waits || constituency.isOpen ? '' : (election?.id ?? ''),
      area,
      ...(chosen && { constituency: chosen.id }),
    },
    /** Undefined where none is chosen. */
    party: parties.includes(filters.party) ? filters.party : undefined,
    place: usePlaceChip(area)?.value ?? '',
    /** What the address asks for and is not shown. */
    notes,
    filters,
    setFilters,
    /** The page without a place: of the reader's own area. */
    whole: `?${new URLSearchParams({ election: election?.id ?? '' })}`,
    /** The same election, constituency and party at another place or page. */
    link: (page: string, place: string, party?: string) => {
      const params = new URLSearchParams({ election: election?.id ?? '', area: place });
      const carried = offered ? chosen?.id : filters.constituency;
      if (carried) params.set('constituency', carried);
      if (party ?? filters.party) params.set('party', party ?? filters.party);
      return `/collations/${page}?${params}`;
    },
  };
}
export type AreaChoiceState = ReturnType<typeof useAreaChoice>;

/** The fields of the choice; children stand between the election and the place. */
export function AreaChoiceFields({ choice, children }: { choice: AreaChoiceState; children?: ReactNode }) {
  const { elections, electionId, notes, filters, setFilters } = choice;
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
          onChange={(event) => setFilters({ election: event.currentTarget.value, constituency: '' })}
        />
        {children}
        <PlacePicker
          depth="ward"
          value={locationIdOf(filters.area) === undefined ? '' : filters.area}
          onChange={(next) => setFilters({ area: next })}
        />
        <ConstituencySelect choice={choice.constituency} onChange={(constituency) => setFilters({ constituency })} />
      </div>
    </>
  );
}
