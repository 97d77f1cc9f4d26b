import { locationIdOf } from '@ec/contract/location-id';
import { Button, Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PlaceFields } from '../../components/PlaceFields.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { resultElectionsQuery } from '../../lib/result-elections.ts';
import { narrowest, placeReference, type Places, placesOf, useFixedPlaces } from '../../lib/use-places.ts';
import styles from './disputes.module.css';
import {
  type DisputeFilters,
  isNarrowed,
  NOTHING_NARROWED,
  SORT_CHOICES,
  SOURCE_CHOICES,
  WHOSE_CHOICES,
} from './filters.ts';

interface DisputeFilterBarProps {
  filters: DisputeFilters;
  onChange: (change: Partial<DisputeFilters>) => void;
}

function Choices({ filters, onChange }: DisputeFilterBarProps) {
  const elections = useQuery(resultElectionsQuery).data ?? [];
  const own = narrowest(useFixedPlaces());
  const changePlace = (places: Places) => {
    const id = narrowest(places);
    onChange({ area: id === null || id === own ? '' : placeReference(id) });
  };
  const control = { input: styles.control ?? '', option: styles.control ?? '' };
  return (
    <>
      <Select
        label="Whose"
        data={WHOSE_CHOICES}
        value={filters.whose}
        allowDeselect={false}
        onChange={(whose) => onChange({ whose: whose ?? '' })}
        classNames={control}
      />
      <Select
        label="Election"
        className={styles.wide ?? ''}
        data={[{ value: '', label: 'All elections' }, ...elections.map(({ id, name }) => ({ value: id, label: name }))]}
        value={filters.election}
        allowDeselect={false}
        onChange={(election) => onChange({ election: election ?? '' })}
        classNames={control}
      />
      <Select
        label="Source"
        data={SOURCE_CHOICES}
        value={filters.source}
        allowDeselect={false}
        onChange={(source) => onChange({ source: source ?? '' })}
        classNames={control}
      />
      <PlaceFields compact depth="ward" value={placesOf(locationIdOf(filters.area))} onChange={changePlace} />
      <Select
        label="Order"
        data={SORT_CHOICES}
        value={filters.sort}
        allowDeselect={false}
        onChange={(sort) => onChange({ sort: sort ?? '' })}
        classNames={control}
      />
    </>
  );
}

/** What the list is narrowed to, all of it in the address. On a phone the choices are folded away until they are wanted. */
export function DisputeFilterBar({ filters, onChange }: DisputeFilterBarProps) {
  // A new box with each clearing: what was typed and not sent yet goes with the old one.
  const [cleared, setCleared] = useState(0);
  const clear = () => {
    setCleared((count) => count + 1);
    onChange(NOTHING_NARROWED);
  };
  const small = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const [unfolded, setUnfolded] = useState(false);
  const chosen = (Object.keys(NOTHING_NARROWED) as (keyof typeof NOTHING_NARROWED)[]).filter(
    (key) => key !== 'q' && filters[key] !== '',
  ).length;
  return (
    <div className={styles.filters} role="search" aria-label="Disputes">
      <SearchField
        key={cleared}
        value={filters.q}
        onChange={(q) => onChange({ q })}
        placeholder="Unit name or code"
        className={styles.wide}
        inputClass={styles.control}
      />
      {small && (
        <Button
          variant="default"
          className={styles.fold ?? ''}
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          {chosen > 0 ? `Filters (${chosen})` : 'Filters'}
        </Button>
      )}
      {(!small || unfolded) && <Choices filters={filters} onChange={onChange} />}
      {isNarrowed(filters) && (
        <Button variant="default" className={styles.clear ?? ''} onClick={clear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
