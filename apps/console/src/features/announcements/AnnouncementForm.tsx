import type { Announcement } from '@ec/contract/announcements';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form, ReasonedFoot } from '../../components/Form.tsx';
import { FormErrorSummary } from '../../components/FormErrorSummary.tsx';
import { Note } from '../../components/Note.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { AnnouncementFields } from './AnnouncementFields.tsx';
import styles from './form.module.css';
import type { useSending } from './use-sending.ts';
import { type FieldsProps, missingIn, tooLongIn } from './values.ts';

interface AnnouncementFormProps extends Omit<FieldsProps, 'problems'> {
  label: string;
  sending: ReturnType<typeof useSending>;
  /** When the draft that it goes on with was typed. */
  draftedAt?: string | null;
  id?: Announcement['id'];
  submitLabel: string;
  busy: boolean;
  /** Why it cannot be stored, beside what is missing. */
  blocked?: string | undefined;
  /** Stands above the fields. */
  children?: ReactNode;
  /** Stands below the fields. */
  more?: ReactNode;
  onCancel: () => void;
  onSubmit: () => void;
}

/** The fields with what is wrong above them, and what keeps it from being sent beside the button. */
export function AnnouncementForm(props: AnnouncementFormProps) {
  const {
    label,
    values,
    sending,
    draftedAt = null,
    submitLabel,
    busy,
    onCancel,
    onSubmit,
    children,
    more,
    ...fields
  } = props;
  const reason = props.blocked ?? missingIn(values) ?? tooLongIn(values);
  return (
    <Form
      label={label}
      onSubmit={() => {
        if (reason === undefined && !busy) onSubmit();
      }}
    >
      <FormErrorSummary problems={sending.listed} attempt={sending.attempt} />
      {draftedAt !== null && (
        <Note kind="info">
          This is your draft from <TimeText moment={draftedAt} minute />. Cancel drops it.
        </Note>
      )}
      {children}
      <AnnouncementFields {...fields} values={values} problems={sending.problems} />
      {more}
      <ReasonedFoot reason={reason}>
        {(reasonId) => (
          <>
            <Button variant="default" className={styles.act ?? ''} onClick={onCancel} disabled={busy}>
              Cancel
            </Button>
            <Button
              type="submit"
              className={styles.act ?? ''}
              loading={busy}
              disabled={reason !== undefined}
              aria-describedby={reasonId}
            >
              {submitLabel}
            </Button>
          </>
        )}
      </ReasonedFoot>
    </Form>
  );
}
