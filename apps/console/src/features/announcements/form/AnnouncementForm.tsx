import type { Announcement } from '@ec/contract/announcements/schemas';
import type { ReactNode } from 'react';
import { Form, FormButtons } from '../../../components/form/Form.tsx';
import type { FieldsOf, FormFrame } from '../../../components/form/use-server-form.ts';
import { AnnouncementFields } from './AnnouncementFields.tsx';
import { type AnnouncementValues, type FieldsProps, missingIn, tooLongIn } from './values.ts';

interface AnnouncementFormProps extends Pick<FieldsProps, 'authorArea' | 'mayPin'> {
  label: string;
  form: FormFrame &
    Pick<FieldsOf<AnnouncementValues>, 'values'> & {
      errors: FieldsProps['problems'];
      set: FieldsProps['onChange'];
    };
  id?: Announcement['id'];
  submit: string;
  /** Why it cannot be stored, beside what is missing. */
  blocked?: string | undefined;
  /** Stands above the fields. */
  children?: ReactNode;
  /** Stands below the fields. */
  more?: ReactNode;
  onCancel?: () => void;
}

/** The fields with what is wrong above them, and what keeps it from being sent beside the button. */
export function AnnouncementForm(props: AnnouncementFormProps) {
  const { label, form, submit, blocked, children, more, onCancel, ...fields } = props;
  const { values } = form;
  return (
    <Form label={label} form={form}>
      {children}
      <AnnouncementFields {...fields} values={values} problems={form.errors} onChange={form.set} />
      {more}
      <FormButtons
        form={form}
        submit={submit}
        blocked={blocked ?? missingIn(values) ?? tooLongIn(values)}
        {...(onCancel && { onCancel })}
      />
    </Form>
  );
}
