import { PRIORITIES, type Priority } from '@ec/contract/approvals/schemas';
import { Select, Textarea } from '@mantine/core';
import type { FieldsOf } from '../../../components/form/use-server-form.ts';
import { FieldGroup } from '../../../components/form/Form.tsx';

const LONGEST = 1000;
export const priorityWords = (value: Priority) => `${value[0]}${value.slice(1).toLowerCase()}`;
const PRIORITY_OPTIONS = PRIORITIES.map((value) => ({ value, label: priorityWords(value) }));

export interface RequestValues {
  justification: string;
  priority: Priority;
}

/** Why, and how urgent: what everybody who asks for an approval has to say. */
export function RequestFields({ form }: { form: FieldsOf<RequestValues> }) {
  return (
    <FieldGroup legend="Request">
      <Textarea
        label="Justification"
        description={`The person who decides reads this: 10 to 1000 characters. ${form.values.justification.trim().length} of ${LONGEST} used.`}
        required
        rows={4}
        resize="vertical"
        {...form.field('justification')}
      />
      <Select label="Priority" data={PRIORITY_OPTIONS} allowDeselect={false} {...form.field('priority')} />
    </FieldGroup>
  );
}
