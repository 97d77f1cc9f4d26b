import { TARGET_AREAS, type TargetAreas, targetRoles } from '@ec/contract/announcements/schemas';
import { type LocationId, locationType, NATION } from '@ec/contract/geography/location-id';
import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../../lib/http/api-error.ts';
import { roleTitle } from '../../../domain/people/person-text.ts';
import { placeReference, placesQuery } from '../../../domain/places/use-places.ts';
import { FIELD_WORDS, fieldId, type FieldsProps } from './values.ts';

const CONTROL = {};

const clearButton = (label: string) => ({ 'aria-label': `Clear ${label}`, 'aria-hidden': false, tabIndex: 0 });

/** Roles and places that it is meant for; none of either is all there are in the author's area. */
export function AudienceFields({ values, problems, authorArea, onChange }: FieldsProps) {
  const roles = targetRoles([authorArea]).map((role) => ({ value: role, label: roleTitle(role) }));
  return (
    <>
      <MultiSelect
        id={fieldId('roles')}
        label="Target Roles"
        description="Choose none for everybody, also moderators and the grassroots count."
        placeholder={values.roles.length === 0 ? 'Everybody' : ''}
        data={roles}
        value={values.roles}
        onChange={(next) => onChange({ roles: roles.map(({ value }) => value).filter((role) => next.includes(role)) })}
        clearable
        clearButtonProps={clearButton('Target Roles')}
        error={problems.roles}
        classNames={CONTROL}
      />
      <div className="tiles start">
        {authorArea === NATION && <PlacesField kind="regions" {...{ values, problems, authorArea, onChange }} />}
        <PlacesField kind="states" {...{ values, problems, authorArea, onChange }} />
      </div>
    </>
  );
}

function PlacesField({
  kind,
  values,
  problems,
  authorArea,
  onChange,
}: Omit<FieldsProps, 'mayPin'> & { kind: TargetAreas }) {
  const parent: LocationId | null = locationType(authorArea) === 'region' ? authorArea : null;
  const { data, error } = useQuery(placesQuery(TARGET_AREAS[kind], parent));
  const label = FIELD_WORDS[kind];
  const chosen = values[kind];
  const all = authorArea === NATION ? 'The whole nation' : 'The whole region';
  const placeholder = data ? (values.regions.length + values.states.length === 0 ? all : 'None') : 'Loading…';
  return (
    <MultiSelect
      id={fieldId(kind)}
      label={label}
      placeholder={chosen.length === 0 ? placeholder : ''}
      data={(data?.locations ?? []).map(({ id, name }) => ({ value: placeReference(id), label: name }))}
      value={chosen}
      onChange={(next) => onChange({ [kind]: next })}
      searchable
      clearable
      clearButtonProps={clearButton(label)}
      nothingFoundMessage="Nothing found"
      error={problems[kind] ?? (error && !data ? `${label} could not be loaded: ${errorMessage(error)}` : undefined)}
      classNames={CONTROL}
    />
  );
}
