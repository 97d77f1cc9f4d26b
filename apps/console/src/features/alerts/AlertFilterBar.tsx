import { locationIdOf } from '@ec/contract/location-id';
import { Button, Checkbox, Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PlaceFields } from '../../components/PlaceFields.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { resultElectionsQuery } from '../../lib/result-elections.ts';
import { narrowest, placeReference, type Places, placesOf, useFixedPlaces } from '../../lib/use-places.ts';
import styles from './alerts.module.css';
import {
  type AlertFilters,
  foldedCount,
  isNarrowed,
  NOTHING_NARROWED,
  PRIORITY_CHOICES,
  RULE_CHOICES,
  STATE_CHOICES,
  TYPE_CHOICES,
  UNREAD,
} from './filters.ts';

interface AlertFilterBarProps {
  filters: AlertFilters;
  onChange: (change: Partial<AlertFilters>) => void;
}

const SELECTS = [
  { key: 'priority', label: 'Priority', data: PRIORITY_CHOICES },
  { key: 'type', label: 'Type', data: TYPE_CHOICES },
  { key: 'state', label: 'Progress', data: STATE_CHOICES },
  { key: 'rule', label: 'Rule', data: RULE_CHOICES },
] as const;

function Choices({ filters, onChange }: AlertFilterBarProps) {
  const elections = useQuery(resultElectionsQuery).data ?? [];
  const own = narrowest(useFixedPlaces());
  const changePlace = (places: Places) => {
    const id = narrowest(places);
    onChange({ area: id === null || id === own ? '' : placeReference(id) });
  };
  const control = { input: styles.control ?? '', option: styles.control ?? '' };
  return (
    <>
      {SELECTS.map(({ key, label, data }) => (
        <Select
          key={key}
          label={label}
          data={data}
          value={filters[key]}
          allowDeselect={false}
          onChange={(value) => onChange({ [key]: value ?? '' })}
          classNames={control}
        />
      ))}
      <Select
        label="Election"
        data={[{ value: '', label: 'All elections' }, ...elections.map(({ id, name }) => ({ value: id, label: name }))]}
        value={filters.election}
        allowDeselect={false}
        onChange={(election) => onChange({ election: election ?? '' })}
        classNames={control}
      />
      <PlaceFields compact depth="ward" value={placesOf(locationIdOf(filters.area))} onChange={changePlace} />
    </>
  );
}

/** What the list is narrowed to, all of it in the address. On a phone the choices are folded away until they are wanted. */
export function AlertFilterBar({ filters, onChange }: AlertFilterBarProps) {
  // A new box with each clearing: what was typed and not sent yet goes with the old one.
  const [cleared, setCleared] = useState(0);
  const small = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const [unfolded, setUnfolded] = useState(false);
  const chosen = foldedCount(filters);
  return (
    <div className={styles.filters} role="search" aria-label="Alerts">
      <SearchField
        key={cleared}
        value={filters.q}
        onChange={(q) => onChange({ q })}
        placeholder="Words, place or code"
        className={styles.search}
        inputClass={styles.control}
      />
      <Checkbox
        classNames={{ root: styles.unreadOnly ?? '', body: styles.choice ?? '', label: styles.touch ?? '' }}
        label="Unread only"
        checked={filters.unread === UNREAD}
        onChange={(event) => onChange({ unread: event.currentTarget.checked ? UNREAD : '' })}
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
        <Button
          variant="default"
          className={styles.fold ?? ''}
          onClick={() => {
            setCleared((count) => count + 1);
            onChange(NOTHING_NARROWED);
          }}
        >
          Clear filters
        </Button>
      )}
    </div>
  );
}
