import { withArticleFirst } from '@ec/contract/base/wording';
import { isOneOf, ROLES } from '@ec/contract/permissions/roles';
import { ASSIGNED_FIELDS, OFFICES, PLACE_TITLES, type PlaceField, type UserDetail } from '@ec/contract/users/schemas';
import { Button, Switch } from '@mantine/core';
import { FieldGroup, FormHint } from '../../../components/form/Form.tsx';
import { PlaceFields } from '../../../domain/places/PlaceFields.tsx';
import {
  isWithin,
  narrowest,
  PLACE_LEVELS,
  type Places,
  useFixedPlaces,
  useReach,
} from '../../../domain/places/use-places.ts';
import { chainText } from '../labels.ts';
import type { UserFormState } from './use-user-form.ts';
import { fieldId, officeLevels } from './user-form.ts';

const byLevel = <T,>(make: (level: PlaceField) => T) =>
  Object.fromEntries(PLACE_LEVELS.map((level) => [level, make(level)])) as Record<PlaceField, T>;

const OFFICE_IDS = byLevel((level) => fieldId(ASSIGNED_FIELDS[level]));
const PERSONAL_IDS = byLevel((level) => fieldId(level));

interface SectionProps extends Pick<UserFormState, 'form'> {
  user: UserDetail | null;
}

function Office({ form }: SectionProps) {
  const { role, office } = form.values;
  const levels = officeLevels(role);
  const depth = levels.at(-1);
  if (!depth) return <FormHint>{withArticleFirst(ROLES[role].title)} acts in the whole nation.</FormHint>;
  return (
    <>
      <FormHint>
        Where they act: as {ROLES[role].title} they are assigned to one {PLACE_TITLES[ROLES[role].assignment]}.
      </FormHint>
      <PlaceFields
        value={office}
        onChange={(places) => form.set({ office: places }, ...Object.values(ASSIGNED_FIELDS))}
        depth={depth}
        required={levels}
        officeOf={isOneOf(OFFICES, role) ? role : undefined}
        errors={byLevel((level) => form.errors[ASSIGNED_FIELDS[level]])}
        ids={OFFICE_IDS}
      />
    </>
  );
}

/** Where they live, when that is another place than their office. */
function Personal({ form, user }: SectionProps) {
  const fixed = useFixedPlaces();
  const reach = useReach();
  const chosen = narrowest(form.values.personal);
  const choose = (personal: Places) => form.set({ personal }, ...PLACE_LEVELS);
  if (chosen !== null && !isWithin(reach, chosen)) {
    return (
      <div>
        <FormHint>
          Lives in {chainText(user?.personalLocation ?? null)}, which is outside your area and stays as it is.
        </FormHint>
        <Button variant="default" size="xs" mt={6} onClick={() => choose(fixed)}>
          Choose a place in your area instead
        </Button>
      </div>
    );
  }
  return (
    <PlaceFields
      value={form.values.personal}
      onChange={choose}
      labels={byLevel((level) => `Home ${TITLES[level]}`)}
      errors={byLevel((level) => form.errors[level])}
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
export function PlaceSection({ form, user }: SectionProps) {
  return (
    <FieldGroup legend="Geographical Assignment (Personal Location)">
      <Office form={form} user={user} />
      <Switch
        label="Lives elsewhere"
        description="The personal location is another than the place of the office."
        {...form.tick('elsewhere')}
      />
      {form.values.elsewhere && <Personal form={form} user={user} />}
    </FieldGroup>
  );
}
