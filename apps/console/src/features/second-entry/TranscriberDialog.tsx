import { NATION } from '@ec/contract/geography/location-id';
import { isOneOf, SHEET_ROLES } from '@ec/contract/permissions/roles';
import type { User } from '@ec/contract/users/schemas';
import { Form, FormButtons, FormHint } from '../../components/form/Form.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { UserPicker } from '../../domain/people/UserPicker.tsx';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { useSetTranscriber } from './api.ts';

/** Who sees the results of the whole nation would enter none blind. */
const isFit = ({ status, role, assignment }: User): boolean =>
  status === 'ACTIVE' && isOneOf(SHEET_ROLES, role) && assignment !== null && assignment.id !== NATION;

/** Makes a person of the reader's area a transcriber. */
export function TranscriberDialog({ onClose }: { onClose: () => void }) {
  const { user: me } = useCurrentMe();
  const form = useServerForm({
    id: 'transcriber',
    start: { person: null as User | null },
    codes: { TRANSCRIBER_UNFIT: 'person', NOT_FOUND: 'person' },
    check: ({ person }) => ({ person: person ? undefined : 'Choose the person' }),
    body: ({ person }) => person && { id: person.id, transcriber: true },
    request: useSetTranscriber(),
    failed: 'The transcriber could not be added',
    onDone: (_, { person }) => {
      notifySuccess(`${person?.name} is a transcriber.`);
      onClose();
    },
  });
  return (
    <FormDialog title="Add transcriber" about="the new transcriber" onClose={onClose} size={560}>
      <Form label="Add transcriber" form={form}>
        <div id={form.fieldId('person')} tabIndex={-1}>
          <UserPicker
            value={form.values.person}
            onChange={(person) => form.set({ person })}
            may={(user) => user.id !== me.id && isFit(user)}
          />
          {form.errors['person'] && <p className="wrong">{form.errors['person']}</p>}
        </div>
        <FormHint>
          A transcriber enters sheets from their photo, sees no figures, and does not learn the officer’s entry. The
          queue chooses the sheets: of any area but their own, and none that they sent or could have sent. The person is
          notified.
        </FormHint>
        <FormButtons form={form} submit="Add" />
      </Form>
    </FormDialog>
  );
}
