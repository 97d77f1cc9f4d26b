import { ANNOUNCEMENT_EDITORS } from '@ec/contract/announcements';
import { NATION } from '@ec/contract/location-id';
import type { Role } from '@ec/contract/roles';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { notifySuccess } from '../../lib/notify.ts';
import { useCurrentMe } from '../../lib/session.ts';
import { useCreate } from './api.ts';
import { AnnouncementForm } from './AnnouncementForm.tsx';
import { SendQuestion } from './SendQuestion.tsx';
import { linkTo } from './tasks.ts';
import { type KeptDraft, useDraft } from './use-draft.ts';
import { useSending } from './use-sending.ts';
import { type AnnouncementValues, audienceOf, problemsOf, requestOf } from './values.ts';

const TITLE = 'Create Announcement';
const FAILED = 'The announcement could not be sent. Try again.';

type Draft = Pick<KeptDraft, 'values' | 'key'>;

const isWritten = ({ title, content }: AnnouncementValues) => title.trim() !== '' || content.trim() !== '';

/** A new announcement. Closed by the way, what is written waits on this device; Cancel drops it, sending ends it. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const { user } = useCurrentMe();
  const small = useMediaQuery('(max-width: 640px)');
  const { draft, change, drop } = useDraft(user.id);
  const sending = useSending();
  const create = useCreate();
  const [dropping, setDropping] = useState(false);
  const values = draft?.values;

  // While it is being sent it stays: nobody is told that it is kept as a draft, and then it goes out.
  const busy = create.isPending || sending.counting;
  const leave = () => {
    if (busy) return;
    onClose();
    if (values && isWritten(values)) notifySuccess('Your announcement is kept on this device as a draft.');
  };
  const cancel = () => {
    if (values && isWritten(values)) {
      setDropping(true);
      return;
    }
    drop();
    onClose();
  };
  const send = ({ values: typed, key }: Draft) =>
    create.mutate(
      { body: requestOf(typed), key },
      {
        onSuccess: (announcement) => {
          drop();
          onClose();
          notifySuccess(`"${announcement.title}" is sent.`, { link: linkTo(announcement) });
        },
        onError: (error) => sending.refused(error, FAILED),
      },
    );
  const submit = (typed: Draft) => {
    const found = problemsOf(typed.values, Date.now());
    sending.wrong(found);
    if (Object.keys(found).length > 0) return;
    void sending.ask(audienceOf(typed.values), typed.values.priority === 'urgent', () => send(typed));
  };
  return (
    <>
      <Modal
        // With the form in it: the focus goes to its first field.
        opened={draft !== null}
        onClose={leave}
        title={TITLE}
        size={720}
        fullScreen={small ?? false}
        centered={false}
        closeOnClickOutside={false}
        closeOnEscape={!dropping && sending.question === null}
      >
        {draft && values && (
          <AnnouncementForm
            label={TITLE}
            values={values}
            draftedAt={draft.savedAt}
            sending={sending}
            authorArea={user.scope?.locationId ?? NATION}
            mayPin={(ANNOUNCEMENT_EDITORS as readonly Role[]).includes(user.role)}
            submitLabel="Send"
            busy={busy}
            onChange={(next) => {
              sending.clear(Object.keys(next));
              change({ ...values, ...next });
            }}
            onCancel={cancel}
            onSubmit={() => submit(draft)}
          />
        )}
      </Modal>
      <ConfirmModal
        opened={dropping}
        onClose={() => setDropping(false)}
        onConfirm={() => {
          drop();
          onClose();
        }}
        title="Drop what is written?"
        confirmLabel="Drop it"
        danger
      >
        The announcement is not sent, and what you wrote is lost. To go on with it later, close the dialog by its cross.
      </ConfirmModal>
      {draft && values && (
        <SendQuestion
          question={sending.question}
          title={values.title}
          urgent={values.priority === 'urgent'}
          confirmLabel="Send"
          busy={create.isPending}
          onClose={sending.answered}
          onConfirm={() => send(draft)}
        />
      )}
    </>
  );
}
