import { withArticleFirst } from '@ec/contract/base/wording';
import { codeOf, NATION } from '@ec/contract/geography/location-id';
import type { CreatedModerator } from '@ec/contract/moderators/schemas';
import { ROLES } from '@ec/contract/permissions/roles';
import { ASSIGNED_FIELDS, PLACE_TITLES, type PlaceField } from '@ec/contract/users/schemas';
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate } from 'react-router';
import { FieldRow, FormHint } from '../../../components/form/Form.tsx';
import { type Step, StepForm } from '../../../components/form/StepForm.tsx';
import { useListAddress } from '../../../lib/hooks/use-list-address.ts';
import { Page } from '../../../components/page/Page.tsx';
import { InviteResult } from '../../../domain/people/InviteCode.tsx';
import { missingText, personFacts, PersonFields } from '../../../domain/people/PersonFields.tsx';
import { PlaceFields } from '../../../domain/places/PlaceFields.tsx';
import { PLACE_LEVELS, placeQuery } from '../../../domain/places/use-places.ts';
import { useSmsLeaves } from '../../../lib/session/system.ts';
import { areaText, CREATED, fieldId, notifyCreated, PERSON_FIELDS, PRIVILEGE_FIELDS, ROLE_OPTIONS } from '../labels.ts';
import { inWords } from '../summary.ts';
import { nothingTicked } from './privilege-form.ts';
import { PrivilegeFields } from './PrivilegeFields.tsx';
import { type CreateForm, type CreateValues, granteeOf, levelsOf, useCreateForm } from './use-create-form.ts';

const byLevel = <T,>(make: (level: PlaceField) => T) =>
  Object.fromEntries(PLACE_LEVELS.map((level) => [level, make(level)])) as Record<PlaceField, T>;
const PLACE_IDS = byLevel((level) => fieldId(ASSIGNED_FIELDS[level]));

/** The page that creates a moderator with their place and privileges, and then shows how they sign in for the first time. */
export function NewModeratorPage() {
  const list = useListAddress('/super-admin');
  const [created, setCreated] = useState<CreatedModerator | null>(null);
  const [over, setOver] = useState(false);
  if (over) return <Navigate to={list} replace />;
  const done = (answer: CreatedModerator) => {
    notifyCreated(answer.moderator);
    if (answer.invite) setCreated(answer);
    else setOver(true);
  };
  return (
    <Page
      title="Create Moderator"
      actions={
        <Button component={Link} to={list} variant="default">
          All moderators
        </Button>
      }
    >
      {created ? (
        <InviteResult
          user={{ ...created.moderator, invite: created.invite }}
          title={CREATED}
          who={`${created.moderator.name}, ${ROLES[created.moderator.role].title}, ${areaText(created.moderator.assignment)}`}
          onClose={() => setOver(true)}
        />
      ) : (
        <ModeratorForm list={list} onDone={done} />
      )}
    </Page>
  );
}

const wholeOf = ({ role }: Pick<CreateValues, 'role'>) =>
  role === 'global_moderator' ? 'the whole nation' : 'their whole area';

function ModeratorForm({ list, onDone }: { list: string; onDone: (created: CreatedModerator) => void }) {
  const { form, move } = useCreateForm(onDone);
  const { values, errors } = form;
  const grantee = granteeOf(values);
  const smsLeaves = useSmsLeaves();
  const place = useQuery(placeQuery(grantee.area ?? NATION)).data;
  const steps: Step<CreateValues>[] = [
    {
      key: 'person',
      title: 'Person',
      fields: PERSON_FIELDS,
      facts: personFacts,
      content: (
        <>
          <PersonFields form={form} />
          <FormHint>
            {smsLeaves ? 'They get an invite code by SMS' : 'They get an invite code, which you tell them'} to choose
            their own password. You can show it once they are created, and later in their user details.
          </FormHint>
        </>
      ),
      blocked: missingText(values, 'to create the moderator'),
    },
    {
      key: 'role',
      title: 'Role and place',
      fields: ['role', ...Object.values(ASSIGNED_FIELDS)],
      facts: ({ role }) => [
        ['Role', ROLES[role].title],
        ['Assigned Location', place ? areaText(place) : grantee.area === null ? '' : codeOf(grantee.area)],
      ],
      content: <Office form={form} move={move} />,
    },
    {
      key: 'privileges',
      title: 'Privileges',
      fields: PRIVILEGE_FIELDS,
      facts: ({ privileges, role }) => [['What they may do', inWords(privileges, role, wholeOf({ role }))]],
      content: (
        <PrivilegeFields
          values={values.privileges}
          grantee={grantee}
          whole={wholeOf(values)}
          problems={errors}
          onChange={(privileges, changed) => form.set({ privileges }, ...changed)}
        />
      ),
      blocked:
        nothingTicked(values.privileges, values.role) &&
        'Tick at least one privilege first, or choose all that the role has.',
    },
  ];
  return (
    <StepForm
      label="New moderator"
      form={form}
      steps={steps}
      edits={false}
      submit="Create Moderator"
      list={list}
      about="the new moderator"
    />
  );
}

function Office({ form, move }: CreateForm) {
  const { values, errors } = form;
  const { role } = values;
  const levels = levelsOf(role);
  const depth = levels.at(-1);
  return (
    <>
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
          {withArticleFirst(ROLES[role].title)} acts in the whole nation, unless the privileges hold them to parts of
          it.
        </FormHint>
      )}
    </>
  );
}
