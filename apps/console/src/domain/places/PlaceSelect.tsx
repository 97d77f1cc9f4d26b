import type { LocationId } from '@ec/contract/geography/location-id';
import type { Location } from '@ec/contract/geography/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { PLACE_FIELDS, type PlaceField } from '@ec/contract/users/schemas';
import { Select, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../lib/http/api-error.ts';
import { useOptionsNear } from '../../lib/hooks/draw-later.ts';
import { placesQuery } from './use-places.ts';

const PLURALS: Record<PlaceField, string> = {
  region: 'regions',
  state: 'states',
  lga: 'LGAs',
  ward: 'wards',
  pollingUnit: 'polling units',
};

interface PlaceSelectProps {
  level: PlaceField;
  /** What the list lies in; null until it is chosen. */
  parent: LocationId | null;
  /** Where nothing is chosen above: what to choose first. */
  first: string | undefined;
  value: LocationId | null;
  onChange: (id: LocationId | null) => void;
  label: string;
  /** A filter: nothing chosen stands for all. */
  compact: boolean;
  required: boolean;
  disabled: boolean;
  error: string | undefined;
  id: string;
  /** The role whose office is given: places where it is taken are marked. */
  officeOf?: Role | undefined;
}

/** Names repeat below one parent in real registers; then the code distinguishes them. */
function optionsOf(places: readonly Location[]) {
  const seen = new Map<string, number>();
  for (const { name } of places) seen.set(name, (seen.get(name) ?? 0) + 1);
  return places.map(({ id, name, code, taken }) => ({
    value: String(id),
    label: `${(seen.get(name) ?? 0) > 1 ? `${name} (${code})` : name}${taken ? ', taken' : ''}`,
  }));
}

/** One level of a chain of places, searchable. */
export function PlaceSelect(props: PlaceSelectProps) {
  const { level, parent, first, value, onChange, label, compact, required, disabled, error, id, officeOf } = props;
  const open = parent !== null && !disabled;
  const list = useQuery({ ...placesQuery(PLACE_FIELDS[level], parent, officeOf), enabled: parent !== null });
  const plural = PLURALS[level];
  const near = useOptionsNear();
  const failed = open && list.error !== null && !list.data;
  const ready = compact ? `All ${plural}` : `Search ${plural}`;
  const loading = failed ? 'Could not be loaded' : 'Loading…';
  const placeholder = open ? (list.data ? ready : loading) : (first ?? '');
  return (
    <div className="shrink">
      <Select
        {...near}
        id={id}
        label={label}
        required={required}
        placeholder={placeholder}
        data={optionsOf(list.data?.locations ?? [])}
        value={value === null ? null : String(value)}
        onChange={(next) => onChange(next === null ? null : (Number(next) as LocationId))}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': `Clear ${label}`, 'aria-hidden': false, tabIndex: 0 }}
        disabled={!open}
        error={error}
        aria-busy={open && list.isFetching}
        maxDropdownHeight={280}
        nothingFoundMessage={failed ? `The ${plural} could not be loaded` : list.data ? 'Nothing found' : 'Loading…'}
        classNames={{ option: 'breaks' }}
      />
      {failed && (
        <div className="wrong above-4" role="alert">
          {errorMessage(list.error, officeOf ? 'Location validation failed' : undefined)}{' '}
          <UnstyledButton
            className="opener medium"
            aria-label={`Retry loading the ${plural}`}
            onClick={() => void list.refetch()}
          >
            Retry
          </UnstyledButton>
        </div>
      )}
    </div>
  );
}
