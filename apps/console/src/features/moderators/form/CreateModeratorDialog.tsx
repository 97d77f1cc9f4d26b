import { withArticleFirst } from '@ec/contract/base/article';
import type { CreatedModerator, Moderator } from '@ec/contract/moderators/schemas';
import { ROLES } from '@ec/contract/permissions/roles';
import { ASSIGNED_FIELDS, PLACE_TITLES, type PlaceField } from '@ec/contract/users/schemas';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { FieldGroup, FieldRow, Form, FormButtons, FormHint } from '../../../components/form/Form.tsx';
import { FormDialog } from '../../../components/form/FormDialog.tsx';
import { PlaceFields } from '../../../domain/places/PlaceFields.tsx';
import { notifySuccess } from '../../../lib/hooks/notify.ts';
import { useSmsLeaves } from '../../../lib/session/system.ts';
import { PLACE_LEVELS } from '../../../domain/places/use-places.ts';
import { areaText, fieldId, ROLE_OPTIONS } from '../labels.ts';
import { InviteResult } from '../../../domain/people/InviteCode.tsx';
import { missingText, PersonFields } from '../../../domain/people/PersonFields.tsx';
import { nothingTicked } from './privilege-form.ts';
import { PrivilegeFields } from './PrivilegeFields.tsx';
import { type CreateForm, granteeOf, levelsOf, useCreateForm } from './use-create-form.ts';

const byLevel = <T,>(make: (level: PlaceField) => T) =>
  Object.fromEntries(PLACE_LEVELS.map((level) => [level, make(level)])) as Record<PlaceField, T>;
const PLACE_IDS = byLevel((level) => fieldId(ASSIGNED_FIELDS[level]));

const CREATED = 'Moderator created successfully!';

export function notifyCreated({ id, name }: Pick<Moderator, 'id' | 'name'>): void {
  notifySuccess(CREATED, { link: { to: `/users/${id}`, label: `Open ${name}` } });
}

function Office({ form, move }: CreateForm) {
  const { values, errors } = form;
  const { role } = values;
  const levels = levelsOf(role);
  const depth = levels.at(-1);
  return (
    <FieldGroup legend="Role and place">
      <FieldRow>
        <Select
          label="Role"
          required
          data={ROLE_OPTIONS}
          allowDeselect={false}
          {...form.field('role')}
          onChange={(next) => next && move({ role: next })}
        />
      </FieldRow>
      {depth ? (
        <>
          <FormHint>
            {withArticleFirst(ROLES[role].title)} is assigned to one{' '}
            {PLACE_TITLES[ROLES[role].assignment].toLowerCase()}.
          </FormHint>
          <PlaceFields
            value={values.places}
            onChange={(places) => move({ places })}
            depth={depth}
            required={levels}
            errors={byLevel((level) => errors[ASSIGNED_FIELDS[level]])}
            ids={PLACE_IDS}
          />
        </>
      ) : (
        <FormHint>
          {withArticleFirst(ROLES[role].title)} acts in the whole nation, unless held to parts of it below.
        </FormHint>
      )}
    </FieldGroup>
  );
}

/** Creates a moderator with their place and privileges in one step, and shows how they sign in for the first time. */
export function CreateModeratorDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedModerator | null>(null);
  const { form, move } = useCreateForm((done) => {
    notifyCreated(done.moderator);
    if (done.invite) setCreated(done);
    else onClose();
  });
  const { values, errors } = form;
  const smsLeaves = useSmsLeaves();
  const grantee = granteeOf(values);
  const whole = grantee.role === 'global_moderator' ? 'the whole nation' : 'their whole area';
  if (created) {
    const { moderator, invite } = created;
    return (
      <InviteResult
        user={{ ...moderator, invite }}
        title={CREATED}
        who={`${moderator.name}, ${ROLES[moderator.role].title}, ${areaText(moderator.assignment)}`}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog title="Create Moderator" about="the new moderator" onClose={onClose} size={820}>
      <Form label="New moderator" form={form}>
        <FieldGroup legend="Person">
          <PersonFields form={form} />
          <FormHint>
            {smsLeaves ? 'They get an invite code by SMS' : 'They get an invite code, which you tell them'} to choose
            their own password. You can show it once they are created, and later in their user details.
          </FormHint>
        </FieldGroup>
        <Office form={form} move={move} />
        <PrivilegeFields
          values={values.privileges}
          grantee={grantee}
          whole={whole}
          problems={errors}
          onChange={(privileges, changed) => form.set({ privileges }, ...changed)}
        />
        <FormButtons
          form={form}
          submit="Create Moderator"
          blocked={missingText(values, 'to create the moderator') ?? nothingTicked(values.privileges, values.role)}
        />
      </Form>
    </FormDialog>
  );
}
