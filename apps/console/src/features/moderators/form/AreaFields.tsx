import { isInside, LOCATION_TYPES, type LocationId, locationType } from '@ec/contract/geography/location-id';
import type { Location } from '@ec/contract/geography/schemas';
import { ALLOWED_AREAS, type AllowedArea, type AllowedAreas } from '@ec/contract/permissions/privileges';
import { MultiSelect, Select, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Problems } from '../../../components/form/form-problems.ts';
import { FieldRow, FormHint } from '../../../components/form/Form.tsx';
import { errorMessage } from '../../../lib/http/api-error.ts';
import { placesQuery } from '../../../domain/places/use-places.ts';
import { AREA_LISTS, type PrivilegeValues, withAreas } from './privilege-form.ts';
import { fieldId } from '../labels.ts';

const TITLES: Record<AllowedAreas, { label: string; search: string }> = {
  allowedRegions: { label: 'Allowed regions', search: 'Search regions' },
  allowedStates: { label: 'Allowed states', search: 'Search states' },
  allowedLGAs: { label: 'Allowed LGAs', search: 'Search LGAs' },
  allowedWards: { label: 'Allowed wards', search: 'Search wards' },
};
/** Beyond this many the search is the quicker way. */
const MOST_SHOWN = 200;

interface AreaFieldsProps {
  values: PrivilegeValues;
  /** The place that bounds the moderator. */
  within: LocationId;
  problems: Problems;
  onChange: (values: PrivilegeValues) => void;
}

/** Ikeja, Lagos: names of LGAs repeat from state to state. */
const labelOf = ({ name, chain, type }: Location) =>
  type === 'lga' ? `${name}, ${chain.find((link) => link.type === 'state')?.name ?? ''}` : name;

/** Those that can still be chosen: inside the moderator's own place, and not in a wider area that is chosen already. */
function choosable(places: readonly Location[], { areas }: PrivilegeValues, within: LocationId): Location[] {
  return places.filter(
    ({ id, type }) => isInside(id, within) && !areas.some((area) => area.type !== type && isInside(id, area.id)),
  );
}

interface ListProps extends AreaFieldsProps {
  list: AllowedAreas;
  /** What the places are read from; undefined for all of the kind. */
  parent?: LocationId | undefined;
  /** What to choose before. */
  first?: string | undefined;
}

function AreaList({ list, parent, first, values, within, problems, onChange }: ListProps) {
  const type = ALLOWED_AREAS[list];
  const read = useQuery({ ...placesQuery(type, parent ?? null), enabled: first === undefined });
  const { label, search } = TITLES[list];
  const chosen = values.areas.filter((area) => area.type === type);
  const options = choosable(first === undefined ? (read.data?.locations ?? []) : [], values, within);
  const known = new Map<string, AllowedArea>([...options, ...chosen].map((area) => [String(area.id), area]));
  const listed = new Set(options.map(({ id }) => id));
  const data = [
    ...options.map((place) => ({ value: String(place.id), label: labelOf(place) })),
    ...chosen.filter(({ id }) => !listed.has(id)).map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const failed = read.error !== null && !read.data && first === undefined;
  const change = (ids: string[]) => {
    const next = ids.flatMap((id) => known.get(id) ?? []);
    onChange(
      withAreas(
        values,
        list,
        next.map(({ id, name, code }) => ({ id, type, name, code })),
      ),
    );
  };
  return (
    <div>
      <MultiSelect
        id={fieldId(list)}
        label={label}
        placeholder={first ?? (chosen.length > 0 ? '' : read.data || failed ? search : 'Loading…')}
        data={data}
        value={chosen.map(({ id }) => String(id))}
        onChange={change}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': `Clear ${label}`, 'aria-hidden': false, tabIndex: 0 }}
        limit={MOST_SHOWN}
        hidePickedOptions
        maxDropdownHeight={260}
        error={problems[list]}
        nothingFoundMessage={first ?? (read.data ? 'Nothing found' : 'Loading…')}
      />
      {failed && (
        <div role="alert" className="quiet">
          {errorMessage(read.error)}{' '}
          <UnstyledButton style={{ textDecoration: 'underline' }} onClick={() => void read.refetch()}>
            Retry
          </UnstyledButton>
        </div>
      )}
    </div>
  );
}

/** Wards are read LGA by LGA: there are thousands, and their names repeat. */
function WardList(props: AreaFieldsProps) {
  const { within, values } = props;
  const [picked, setPicked] = useState<LocationId | null>(null);
  const inLga = locationType(within) === 'lga';
  const lgas = useQuery({ ...placesQuery('lga', null), enabled: !inLga });
  const options = choosable(lgas.data?.locations ?? [], values, within);
  const lga = inLga ? within : picked !== null && options.some(({ id }) => id === picked) ? picked : null;
  return (
    <FieldRow>
      {!inLga && (
        <Select
          label="LGA of the wards"
          placeholder={lgas.data ? 'Search LGAs' : 'Loading…'}
          data={options.map((place) => ({ value: String(place.id), label: labelOf(place) }))}
          value={lga === null ? null : String(lga)}
          onChange={(id) => setPicked(id === null ? null : (Number(id) as LocationId))}
          searchable
          limit={MOST_SHOWN}
          maxDropdownHeight={260}
          nothingFoundMessage={lgas.data ? 'Nothing found' : 'Loading…'}
        />
      )}
      <AreaList
        {...props}
        list="allowedWards"
        parent={lga ?? undefined}
        first={lga === null ? 'Choose an LGA first' : undefined}
      />
    </FieldRow>
  );
}

const depthOf = (id: LocationId) => LOCATION_TYPES.indexOf(locationType(id));

/** The areas in which the privileges hold; only kinds of places that are narrower than the moderator's own. */
export function AreaFields(props: AreaFieldsProps) {
  const { values, within } = props;
  const shown = AREA_LISTS.filter((list) => {
    const type = ALLOWED_AREAS[list];
    return LOCATION_TYPES.indexOf(type) > depthOf(within) || values.areas.some((area) => area.type === type);
  });
  return (
    <>
      <FormHint>
        Leave all of them empty for the whole area. A moderator with a region has all of its states, so choose the
        widest places that are right.
      </FormHint>
      <FieldRow>
        {shown
          .filter((list) => list !== 'allowedWards')
          .map((list) => (
            <AreaList key={list} {...props} list={list} />
          ))}
      </FieldRow>
      {shown.includes('allowedWards') && <WardList {...props} />}
    </>
  );
}
