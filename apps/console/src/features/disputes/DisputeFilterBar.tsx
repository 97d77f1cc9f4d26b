import { locationIdOf } from '@ec/contract/location-id';
import { Button, Select } from '@mantine/core';
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

/** What the list is narrowed to, all of it in the address. */
export function DisputeFilterBar({ filters, onChange }: DisputeFilterBarProps) {
  const elections = useQuery(resultElectionsQuery).data ?? [];
  const own = narrowest(useFixedPlaces());
  // A new box with each clearing: what was typed and not sent yet goes with the old one.
  const [cleared, setCleared] = useState(0);
  const changePlace = (places: Places) => {
    const id = narrowest(places);
    onChange({ area: id === null || id === own ? '' : placeReference(id) });
  };
  const clear = () => {
    setCleared((count) => count + 1);
    onChange(NOTHING_NARROWED);
  };
  const control = { input: styles.control ?? '', option: styles.control ?? '' };
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
      {isNarrowed(filters) && (
        <Button variant="default" className={styles.clear ?? ''} onClick={clear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
