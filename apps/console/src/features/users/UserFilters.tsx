import { locationIdOf } from '@ec/contract/location-id';
import { Button, Select } from '@mantine/core';
import { PlaceFields } from '../../components/PlaceFields.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { narrowest, placeReference, type Places, placesOf, useFixedPlaces } from '../../lib/use-places.ts';
import { FILTERS, isNarrowed, type UserFilters as Filters } from './filters.ts';
import { ROLE_GROUPS, STATUS_OPTIONS } from './labels.ts';
import styles from './users.module.css';

interface UserFiltersProps {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  /** How much of what is shown; absent while it loads. */
  summary: string | undefined;
}

/** What the list is narrowed to, all of it in the address. */
export function UserFilters({ filters, onChange, summary }: UserFiltersProps) {
  const own = narrowest(useFixedPlaces());
  const changePlace = (places: Places) => {
    const id = narrowest(places);
    onChange({ place: id === null || id === own ? '' : placeReference(id) });
  };
  const clear = () => onChange({ q: FILTERS.q, role: FILTERS.role, status: FILTERS.status, place: FILTERS.place });
  return (
    <div role="search" aria-label="Users">
      <div className={styles.filters}>
        <SearchField
          value={filters.q}
          onChange={(q) => onChange({ q })}
          placeholder="Part of a name or phone"
          className={styles.search}
          inputClass={styles.control}
        />
        <Select
          label="Role"
          data={[{ value: '', label: 'All Roles' }, ...ROLE_GROUPS]}
          value={filters.role}
          onChange={(role) => onChange({ role: role ?? '' })}
          allowDeselect={false}
          maxDropdownHeight={420}
          classNames={{ input: styles.control ?? '', option: styles.control ?? '' }}
        />
        <Select
          label="Status"
          data={[{ value: '', label: 'All Statuses' }, ...STATUS_OPTIONS]}
          value={filters.status}
          onChange={(status) => onChange({ status: status ?? '' })}
          allowDeselect={false}
          classNames={{ input: styles.control ?? '', option: styles.control ?? '' }}
        />
        <PlaceFields compact value={placesOf(locationIdOf(filters.place))} onChange={changePlace} />
      </div>
      <div className={styles.summary}>
        <span role="status">{summary}</span>
        <Button
          variant="default"
          size="xs"
          className={styles.control ?? ''}
          disabled={!isNarrowed(filters)}
          onClick={clear}
        >
          Clear All Filters
        </Button>
      </div>
    </div>
  );
}
