import type { Announcement } from '@ec/contract/announcements';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../components/FormDialog.tsx';
import { notifySuccess } from '../../lib/notify.ts';
import { AnnouncementForm } from './AnnouncementForm.tsx';
import { AGAIN_EFFECTS } from './labels.ts';
import { Overtaken } from './Overtaken.tsx';
import { SendQuestion } from './SendQuestion.tsx';
import { linkTo } from './tasks.ts';
import { useEdit } from './use-edit.ts';
import { authorAreaOf, fieldId } from './values.ts';

const TITLE = 'Edit Announcement';

/** Changes an announcement; what somebody else changed meanwhile is shown, and nothing typed is lost to it. */
export function EditDialog({ announcement, onClose }: { announcement: Announcement; onClose: () => void }) {
  const [done, setDone] = useState(false);
  const edit = useEdit(announcement, (stored) => {
    setDone(true);
    onClose();
    notifySuccess(`"${stored.title}" is changed.`, { link: linkTo(stored) });
  });
  const { values, base, latest, sending, busy } = edit;
  const withdrawn = latest.withdrawnAt !== null;
  // The button goes with the question that it answers.
  const goOn = (how: () => void) => () => {
    how();
    document.getElementById(fieldId('title'))?.focus();
  };
  return (
    <FormDialog
      title={TITLE}
      dirty={(edit.changed.length > 0 || edit.again) && !done}
      about="the announcement"
      onClose={onClose}
      size={720}
      busy={busy}
    >
      {(close) => (
        <>
          <AnnouncementForm
            label={TITLE}
            id={announcement.id}
            values={values}
            sending={sending}
            authorArea={authorAreaOf(base)}
            mayPin={base.can.pin}
            submitLabel="Save"
            busy={busy}
            blocked={withdrawn ? 'It was withdrawn and cannot be changed.' : edit.blocked}
            onChange={edit.change}
            onCancel={close}
            onSubmit={edit.submit}
            more={
              <Checkbox
                label="Show it again to those who have read it"
                description={`${AGAIN_EFFECTS[values.priority]} The read receipts begin anew.`}
                checked={edit.again}
                onChange={(event) => edit.setAgain(event.currentTarget.checked)}
              />
            }
          >
            {(edit.moved.length > 0 || withdrawn) && (
              <Overtaken
                latest={latest}
                fields={edit.moved}
                onMine={goOn(edit.keepMine)}
                onTheirs={goOn(edit.takeTheirs)}
              />
            )}
          </AnnouncementForm>
          <SendQuestion
            question={sending.question}
            title={values.title}
            urgent={values.priority === 'urgent'}
            confirmLabel="Save and send"
            busy={busy}
            onClose={sending.answered}
            onConfirm={edit.send}
          />
        </>
      )}
    </FormDialog>
  );
}
