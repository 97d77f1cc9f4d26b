import { ROLES } from '@ec/contract/roles';
import { ASSIGNED_FIELDS, PLACE_TITLES, type PlaceField } from '@ec/contract/users';
import { Button, Switch } from '@mantine/core';
import { FieldGroup, FormHint } from '../../components/Form.tsx';
import { PlaceFields } from '../../components/PlaceFields.tsx';
import { isWithin, narrowest, PLACE_LEVELS, useFixedPlaces, useReach } from '../../lib/use-places.ts';
import { chainText } from './labels.ts';
import type { UserFormState } from './use-user-form.ts';
import { fieldId } from './user-form.ts';

const byLevel = <T,>(make: (level: PlaceField) => T) =>
  Object.fromEntries(PLACE_LEVELS.map((level) => [level, make(level)])) as Record<PlaceField, T>;

const OFFICE_IDS = byLevel((level) => fieldId(ASSIGNED_FIELDS[level]));
const PERSONAL_IDS = byLevel((level) => fieldId(level));

function Office({ state }: { state: UserFormState }) {
  const { form, levels, setPlaces } = state;
  const { role, office } = form.values;
  const depth = levels.at(-1);
  const message = (name: string) => (typeof form.errors[name] === 'string' ? form.errors[name] : undefined);
  if (!depth) return <FormHint>A {ROLES[role].title} acts in the whole nation.</FormHint>;
  return (
    <>
      <FormHint>
        Where they act: as {ROLES[role].title} they are assigned to one {PLACE_TITLES[ROLES[role].assignment]}.
      </FormHint>
      <PlaceFields
        value={office}
        onChange={(places) => setPlaces('office', places)}
        depth={depth}
        required={levels}
        errors={byLevel((level) => message(ASSIGNED_FIELDS[level]))}
        ids={OFFICE_IDS}
      />
    </>
  );
}

/** Where they live, when that is another place than their office. */
function Personal({ state }: { state: UserFormState }) {
  const { form, target, setPlaces } = state;
  const fixed = useFixedPlaces();
  const reach = useReach();
  const chosen = narrowest(form.values.personal);
  const message = (name: string) => (typeof form.errors[name] === 'string' ? form.errors[name] : undefined);
  if (chosen !== null && !isWithin(reach, chosen)) {
    return (
      <div>
        <FormHint>
          Lives in {chainText(target?.personalLocation ?? null)}, which is outside your area and stays as it is.
        </FormHint>
        <Button variant="default" size="xs" mt={6} onClick={() => setPlaces('personal', fixed)}>
          Choose a place in your area instead
        </Button>
      </div>
    );
  }
  return (
    <PlaceFields
      value={form.values.personal}
      onChange={(places) => setPlaces('personal', places)}
      labels={byLevel((level) => `Home ${TITLES[level]}`)}
      errors={byLevel(message)}
      ids={PERSONAL_IDS}
    />
  );
}

const TITLES: Record<PlaceField, string> = {
  region: 'region',
  state: 'state',
  lga: 'LGA',
  ward: 'ward',
  pollingUnit: 'polling unit',
};

/** The office, as deep as the role goes, and where the person lives if that is elsewhere. */
export function PlaceSection({ state }: { state: UserFormState }) {
  const { form } = state;
  return (
    <FieldGroup legend="Geographical Assignment (Personal Location)">
      <Office state={state} />
      <Switch
        label="Lives elsewhere"
        description="The personal location is another than the place of the office."
        {...form.getInputProps('elsewhere', { type: 'checkbox' })}
      />
      {form.values.elsewhere && <Personal state={state} />}
    </FieldGroup>
  );
}
