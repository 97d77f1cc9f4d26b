import {
  childType,
  codeOf,
  type LocationId,
  locationIdOf,
  LOCATION_TYPES,
  locationType,
  NATION,
  parentOf,
} from '@ec/contract/geography/location-id';
import type { Location } from '@ec/contract/geography/schemas';
import { PLACE_FIELDS, type PlaceField } from '@ec/contract/users/schemas';
import { CloseButton, Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../lib/http/api.ts';
import { useOptionsNear } from '../../lib/hooks/draw-later.ts';
import { errorMessage } from '../../lib/http/api-error.ts';
import { AREA_WORDS } from '../results/labels.ts';
import { isWithin, placeQuery, placeReference, placesQuery, useReach } from './use-places.ts';

interface PlacePickerProps {
  /** Code (or id) of the place chosen; empty for the whole of the reader's own area. In a form also words of which none was chosen: no place has such a code. */
  value: string;
  onChange: (place: string) => void;
  /** The deepest level shown. */
  depth?: PlaceField;
  /** In a form: its field, what none chosen stands for, and where the place chosen lies, in words below it. */
  field?: { id: string; error?: string | undefined; none: string };
}

const LEAST_LETTERS = 2;
const FOUND = 12;
const deepness = (id: LocationId) => LOCATION_TYPES.indexOf(locationType(id));

/** The places that can be chosen next: what the words find, or what lies below the place chosen. */
function useNext(words: string, chosen: LocationId | null, depth: PlaceField, opened: boolean) {
  const reach = useReach();
  const [q] = useDebouncedValue(words.trim(), 200);
  const searching = q.length >= LEAST_LETTERS;
  const deepest = LOCATION_TYPES.indexOf(PLACE_FIELDS[depth]);
  const [only, ...others] = reach;
  // On the last level those beside it are offered.
  const last = chosen !== null && deepness(chosen) >= deepest;
  const from = last ? (parentOf(chosen) ?? NATION) : (chosen ?? (others.length === 0 ? (only?.id ?? NATION) : null));
  const below = from === null ? undefined : childType(locationType(from));
  const found = useQuery({
    queryKey: ['locations', 'search', q, FOUND],
    queryFn: ({ signal }) => api.call('GET /locations', { query: { q, pageSize: FOUND }, signal }),
    enabled: opened && searching,
    staleTime: 60_000,
  });
  const children = useQuery({
    ...placesQuery(below ?? 'region', from),
    enabled: opened && !searching && below !== undefined,
  });
  const list = searching ? found : children;
  const places = list.data?.locations ?? (searching || chosen !== null || others.length === 0 ? [] : reach);
  const loading = (searching || below !== undefined) && list.isPending;
  return {
    places: places.filter(({ id }) => deepness(id) <= deepest && id !== NATION),
    note: list.error ? errorMessage(list.error) : loading ? 'Loading…' : searching ? 'Nothing found' : 'The last level',
    up: chosen === null || searching ? null : chosen,
    /** The first that these very words find. */
    first: searching && q === words.trim() ? list.data?.locations[0] : undefined,
    reach,
  };
}

/** "Ikeja, Lagos · 24-11-05": where a place lies. */
function whereText(place: Location | { id: LocationId }): string {
  const above =
    'chain' in place
      ? place.chain
          .slice(2, -1)
          .map(({ name }) => name)
          .reverse()
      : [];
  return [above.join(', '), codeOf(place.id)].filter(Boolean).join(' · ');
}

/** The name of the place in words for a chip, with its code; undefined while none is chosen. */
export function usePlaceChip(value: string): { title: string; value: string } | undefined {
  const id = locationIdOf(value);
  const place = useQuery({ ...placeQuery(id ?? NATION), enabled: id !== undefined });
  return value === ''
    ? undefined
    : { title: 'Place', value: place.data ? `${place.data.name} (${place.data.code})` : value };
}

/** The place that a list is narrowed to or a form is about: typed ("ikeja ward 5") or reached step by step. */
export function PlacePicker({ value, onChange, depth = 'pollingUnit', field }: PlacePickerProps) {
  const chosen = locationIdOf(value) ?? null;
  const [words, setWords] = useState<string | null>(null);
  const typed = useRef<string | null>(null);
  const type = (next: string | null) => {
    typed.current = next;
    setWords(next);
  };
  const near = useOptionsNear();
  const box = useCombobox({
    onDropdownClose: () => {
      const left = typed.current?.trim();
      type(null);
      if (field && left) onChange(left);
    },
  });
  const { places, note, up, first, reach } = useNext(words ?? '', chosen, depth, box.dropdownOpened);
  const place = useQuery({ ...placeQuery(chosen ?? NATION), enabled: chosen !== null });
  const shown = chosen === null ? (field ? value : '') : (place.data?.name ?? value);
  const open = field && chosen === null && value !== '';
  const parent = up === null ? undefined : parentOf(up);
  const above = parent !== undefined && parent !== null && parent !== NATION && isWithin(reach, parent) ? parent : null;

  // Who acts at that level alone has nothing to choose.
  const deepest = LOCATION_TYPES.indexOf(PLACE_FIELDS[depth]);
  if (reach.every(({ id }) => deepness(id) >= deepest) && reach.length === 1) return null;

  const choose = (option: string) => {
    const id = Number(option) as LocationId;
    type(null);
    onChange(option === '' ? '' : placeReference(id));
    // Step by step the next one is offered at once; who typed a place has it.
    if (option === '' || words !== null || locationType(id) === PLACE_FIELDS[depth]) box.closeDropdown();
    else box.resetSelectedOption();
  };
  return (
    <Combobox {...near.comboboxProps} store={box} onOptionSubmit={choose}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          role="combobox"
          aria-expanded={box.dropdownOpened}
          aria-controls={box.listId ?? undefined}
          label="Place"
          id={field?.id}
          error={open ? 'Choose a place from the list, or clear the field' : field?.error}
          description={field && !open && (chosen === null ? field.none : whereText(place.data ?? { id: chosen }))}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="All places, or type: ikeja ward 5"
          autoComplete="off"
          maxLength={100}
          value={words ?? shown}
          onChange={(event) => {
            type(event.currentTarget.value);
            box.openDropdown();
            box.updateSelectedOptionIndex();
          }}
          onPointerEnter={near.onPointerEnter}
          onFocus={(event) => {
            near.onFocus();
            event.currentTarget.select();
          }}
          onClick={() => box.openDropdown()}
          onKeyDown={(event) => {
            // Words are no choice: they choose the first place that they find, and do not send the form.
            if (event.key !== 'Enter' || !words || box.getSelectedOptionIndex() >= 0) return;
            event.preventDefault();
            if (first) choose(String(first.id));
          }}
          onBlur={() => box.closeDropdown()}
          rightSectionWidth="var(--ec-control)"
          rightSection={
            (chosen !== null || open) && (
              <CloseButton
                size="var(--ec-control)"
                iconSize={16}
                mah="100%"
                aria-label="Clear Place"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose('')}
              />
            )
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label="Places">
          {up !== null && (
            <Combobox.Option value={above === null ? '' : String(above)}>
              {above === null ? 'All places' : `Up to the ${AREA_WORDS[locationType(above)].one}`}
            </Combobox.Option>
          )}
          {places.map((each) => (
            <Combobox.Option key={each.id} value={String(each.id)}>
              <div className="breaks">{each.name}</div>
              <div className="hint">{whereText(each)}</div>
            </Combobox.Option>
          ))}
          {places.length === 0 && <Combobox.Empty>{note}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
