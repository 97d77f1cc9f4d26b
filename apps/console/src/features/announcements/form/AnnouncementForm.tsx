import { type Announcement, AnnouncementPriority } from '@ec/contract/announcements/schemas';
import { Checkbox, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form, FormButtons } from '../../../components/form/Form.tsx';
import { MomentField } from '../../../components/form/MomentField.tsx';
import type { FieldsOf, FormFrame } from '../../../components/form/use-server-form.ts';
import { useCurrentMe } from '../../../lib/session/session.ts';
import { PRIORITIES, PRIORITY_EFFECTS } from '../labels.ts';
import { AudienceFields } from './AudienceFields.tsx';
import { ContentField } from './ContentField.tsx';
import { ReachPreview } from './ReachPreview.tsx';
import {
  type AnnouncementValues,
  audienceOf,
  excessOf,
  fieldId,
  type FieldsProps,
  missingIn,
  tooLongIn,
} from './values.ts';

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

const PRIORITY_OPTIONS = AnnouncementPriority.options.map((value) => ({ value, label: PRIORITIES[value].label }));

/** Everything about an announcement, new or to be changed. */
function AnnouncementFields(props: FieldsProps & { id?: Announcement['id'] }) {
  const { values, problems, mayPin, onChange, id } = props;
  return (
    <>
      <TextInput
        id={fieldId('title')}
        label="Title"
        required
        data-autofocus
        value={values.title}
        error={problems.title ?? excessOf(values, 'title')}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <ContentField values={values} problems={problems} onChange={onChange} />
      <div className="tiles start">
        <Select
          id={fieldId('priority')}
          label="Priority"
          description={PRIORITY_EFFECTS[values.priority]}
          data={PRIORITY_OPTIONS}
          value={values.priority}
          allowDeselect={false}
          onChange={(priority) => onChange({ priority: AnnouncementPriority.safeParse(priority).data ?? 'medium' })}
          error={problems.priority}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <ExpiryField values={values} problems={problems} onChange={onChange} />
      </div>
      <AudienceFields {...props} />
      <ReachPreview audience={audienceOf(values, id)} />
      {mayPin && (
        <Checkbox
          id={fieldId('pinned')}
          label="Pin it above the others"
          checked={values.pinned}
          classNames={{ body: 'middle', label: 'thumb' }}
          onChange={(event) => onChange({ pinned: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

/** The moment from which it is no longer shown. */
function ExpiryField({ values, problems, onChange }: Pick<FieldsProps, 'values' | 'problems' | 'onChange'>) {
  const { timezone } = useCurrentMe().system;
  return (
    <MomentField
      id={fieldId('expiresAt')}
      label="Expires"
      description={`Afterwards it stands in the archive. Time zone: ${timezone}.`}
      placeholder="Never"
      ends
      value={values.expiresAt}
      onChange={(expiresAt) => onChange({ expiresAt })}
      error={problems.expiresAt}
    />
  );
}
