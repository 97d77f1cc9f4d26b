import { codeOf } from '@ec/contract/geography/location-id';
import type { User } from '@ec/contract/users/schemas';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Form, FormButtons } from '../../../components/form/Form.tsx';
import { FormDialog } from '../../../components/form/FormDialog.tsx';
import { useServerForm } from '../../../components/form/use-server-form.ts';
import { resultElectionsQuery } from '../../../domain/elections/result-elections.ts';
import { UserPicker } from '../../../domain/people/UserPicker.tsx';
import { PlacePicker } from '../../../domain/places/PlacePicker.tsx';
import { notifySuccess } from '../../../lib/hooks/notify.ts';
import { ownAreas } from '../../../lib/session/may-open.ts';
import { useCurrentMe } from '../../../lib/session/session.ts';
import { useAssignAgent } from '../api.ts';

/** Assigns a person of the reader's area to one centre of an election. */
export function AssignDialog({ onClose }: { onClose: () => void }) {
  const me = useCurrentMe();
  const elections = useQuery(resultElectionsQuery).data ?? [];
  const open = elections.filter(({ status }) => status === 'live');
  const [own] = ownAreas(me);
  const assign = useAssignAgent();
  const form = useServerForm({
    id: 'agent',
    start: { election: '', area: '', person: null as User | null },
    at: (path) => (path === 'electionId' ? 'election' : path === 'userId' ? 'person' : path),
    check: ({ election, person }) => ({
      election: election === '' && open.length > 1 ? 'Choose the election' : undefined,
      person: person ? undefined : 'Choose the person',
    }),
    body: ({ election, area, person }) => ({
      electionId: election || (open[0]?.id ?? ''),
      area: area || (own === undefined ? '' : codeOf(own)),
      userId: person?.id ?? '',
    }),
    request: assign,
    failed: 'The agent could not be assigned',
    onDone: ({ person, area }) => {
      notifySuccess(`${person.name} enters the forms of ${area.name}.`);
      onClose();
    },
  });
  return (
    <FormDialog title="Assign a collation agent" about="the new agent" onClose={onClose}>
      <Form label="Assign a collation agent" form={form}>
        <NativeSelect
          label="Election"
          required
          data={[
            ...(open.length > 1 ? [{ value: '', label: 'Choose the election' }] : []),
            ...open.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...form.field('election')}
        />
        <PlacePicker depth="ward" value={form.values.area} onChange={(area) => form.set({ area })} />
        <div id={form.fieldId('person')} tabIndex={-1}>
          <UserPicker
            value={form.values.person}
            onChange={(person) => form.set({ person })}
            may={({ status }) => status === 'ACTIVE'}
          />
          {form.errors['person'] && <p className="wrong">{form.errors['person']}</p>}
        </div>
        <p className="quiet">
          The person enters the forms of this centre, and reviews none of them. Without a place it is the centre of your
          own area.
        </p>
        <FormButtons
          form={form}
          submit="Assign"
          blocked={open.length === 0 ? 'No election is live in your area.' : undefined}
        />
      </Form>
    </FormDialog>
  );
}
