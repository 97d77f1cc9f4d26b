import { ANNOUNCEMENT_EDITORS } from '@ec/contract/announcements/schemas';
import { NATION } from '@ec/contract/geography/location-id';
import { isOneOf } from '@ec/contract/permissions/roles';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { ConfirmModal } from '../../../components/form/ConfirmModal.tsx';
import { useServerForm } from '../../../components/form/use-server-form.ts';
import { TimeText } from '../../../components/figure/TimeText.tsx';
import { Note } from '../../../components/page/Note.tsx';
import { belowWidth } from '../../../lib/device/breakpoints.ts';
import { notifySuccess } from '../../../lib/hooks/notify.ts';
import { useCurrentMe } from '../../../lib/session/session.ts';
import { useCreate } from '../api.ts';
import { AnnouncementForm } from './AnnouncementForm.tsx';
import { SendQuestion, useSending } from './SendQuestion.tsx';
import { linkTo } from '../labels.ts';
import { type KeptDraft, useDraft } from './use-draft.ts';
import {
  ABOUT_FIELD,
  type AnnouncementValues,
  audienceOf,
  EMPTY_VALUES,
  FIELD_WORDS,
  FORM_ID,
  problemsOf,
  requestOf,
} from './values.ts';

const TITLE = 'Create Announcement';

const isWritten = ({ title, content }: AnnouncementValues) => title.trim() !== '' || content.trim() !== '';

interface ComposerProps {
  draft: KeptDraft;
  onChange: (values: AnnouncementValues) => void;
  onDrop: () => void;
  onClose: () => void;
}

function Composer({ draft, onChange, onDrop, onClose }: ComposerProps) {
  const { user } = useCurrentMe();
  const small = useMediaQuery(belowWidth('sm'));
  const sending = useSending();
  const create = useCreate();
  const [dropping, setDropping] = useState(false);
  const form = useServerForm({
    id: FORM_ID,
    start: EMPTY_VALUES,
    typed: draft.values,
    labels: FIELD_WORDS,
    codes: ABOUT_FIELD,
    check: (values) => problemsOf(values),
    body: (values) => ({ body: requestOf(values), key: draft.key }),
    ask: (send, values) => void sending.ask(audienceOf(values), values.priority === 'urgent', send),
    asking: sending.counting,
    request: create,
    failed: 'The announcement could not be sent. Try again.',
    onChange,
    onDone: (announcement) => {
      onDrop();
      onClose();
      notifySuccess(`"${announcement.title}" is sent.`, { link: linkTo(announcement) });
    },
    onRefused: sending.answered,
  });
  const { values, busy } = form;
  // Stays open while sending: closing would report a kept draft, and then it would be sent.
  const leave = () => {
    if (busy) return;
    onClose();
    if (isWritten(values)) notifySuccess('Your announcement is kept on this device as a draft.');
  };
  const drop = () => {
    onDrop();
    onClose();
  };
  return (
    <>
      <Modal
        opened
        onClose={leave}
        title={TITLE}
        size={720}
        fullScreen={small ?? false}
        centered={false}
        closeOnClickOutside={false}
        closeOnEscape={!dropping && sending.question === null}
      >
        <AnnouncementForm
          label={TITLE}
          form={form}
          authorArea={user.scope?.locationId ?? NATION}
          mayPin={isOneOf(ANNOUNCEMENT_EDITORS, user.role)}
          submit="Send"
          onCancel={() => (isWritten(values) ? setDropping(true) : drop())}
        >
          {draft.savedAt !== null && (
            <Note kind="info">
              This is your draft from <TimeText moment={draft.savedAt} minute />. Cancel drops it.
            </Note>
          )}
        </AnnouncementForm>
      </Modal>
      <ConfirmModal
        opened={dropping}
        onClose={() => setDropping(false)}
        onConfirm={drop}
        title="Discard what is written?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        danger
      >
        The announcement is not sent, and what you wrote is lost. To go on with it later, close the dialog by its cross.
      </ConfirmModal>
      <SendQuestion
        question={sending.question}
        title={values.title}
        urgent={values.priority === 'urgent'}
        confirmLabel="Send"
        busy={create.isPending}
        onClose={sending.answered}
      />
    </>
  );
}

/** A new announcement. Closed by the way, what is written waits on this device; Cancel drops it, sending ends it. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const { draft, change, drop } = useDraft(useCurrentMe().user.id);
  return draft && <Composer draft={draft} onChange={change} onDrop={drop} onClose={onClose} />;
}
