import { locationIdOf } from '@ec/contract/geography/location-id';
import type { PlaceField } from '@ec/contract/users/schemas';
import { narrowest, placeReference, placesOf, useFixedPlaces } from './use-places.ts';
import { PlaceFields } from './PlaceFields.tsx';

interface PlaceFilterProps {
  /** Code (or id) of the narrowest place chosen; empty for the whole of the reader's own area. */
  value: string;
  onChange: (place: string) => void;
  /** The deepest level shown. */
  depth?: PlaceField;
}

/** The place to which a list is narrowed, as fields among other filters. */
export function PlaceFilter({ value, onChange, depth = 'pollingUnit' }: PlaceFilterProps) {
  const own = narrowest(useFixedPlaces());
  return (
    <PlaceFields
      compact
      depth={depth}
      value={placesOf(locationIdOf(value))}
      onChange={(places) => {
        const id = narrowest(places);
        onChange(id === null || id === own ? '' : placeReference(id));
      }}
    />
  );
}
