import { type Announcement, AnnouncementPriority } from '@ec/contract/announcements/schemas';
import { Checkbox, Select, TextInput } from '@mantine/core';
import { AudienceFields } from './AudienceFields.tsx';
import { ContentField } from './ContentField.tsx';
import { ExpiryField } from './ExpiryField.tsx';
import { PRIORITIES, PRIORITY_EFFECTS } from '../labels.ts';
import { ReachPreview } from './ReachPreview.tsx';
import { audienceOf, excessOf, fieldId, type FieldsProps } from './values.ts';

const PRIORITY_OPTIONS = AnnouncementPriority.options.map((value) => ({ value, label: PRIORITIES[value].label }));

/** Everything about an announcement, new or to be changed. */
export function AnnouncementFields(props: FieldsProps & { id?: Announcement['id'] }) {
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
