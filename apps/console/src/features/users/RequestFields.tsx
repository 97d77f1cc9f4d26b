import { PRIORITIES, type Priority } from '@ec/contract/approvals';
import { Select, Textarea } from '@mantine/core';
import { FieldGroup } from '../../components/Form.tsx';
import { fieldId } from './user-form.ts';
import styles from './users.module.css';

const LONGEST = 1000;
const words = (value: Priority) => `${value[0]}${value.slice(1).toLowerCase()}`;
const PRIORITY_OPTIONS = PRIORITIES.map((value) => ({ value, label: words(value) }));

interface RequestFieldsProps {
  justification: string;
  priority: Priority;
  onChange: (change: { justification?: string; priority?: Priority }) => void;
  error: string | undefined;
}

/** Why, and how urgent: what everybody who asks for an approval has to say. */
export function RequestFields({ justification, priority, onChange, error }: RequestFieldsProps) {
  return (
    <FieldGroup legend="Request">
      <Textarea
        id={fieldId('justification')}
        label="Justification"
        description={`Whoever decides reads this: 10 to 1000 characters. ${justification.trim().length} of ${LONGEST} used.`}
        required
        rows={4}
        resize="vertical"
        value={justification}
        onChange={(event) => onChange({ justification: event.currentTarget.value })}
        error={error}
      />
      <Select
        id={fieldId('priority')}
        label="Priority"
        data={PRIORITY_OPTIONS}
        value={priority}
        onChange={(next) => next && onChange({ priority: next })}
        allowDeselect={false}
        classNames={{ input: styles.control ?? '', option: styles.control ?? '' }}
      />
    </FieldGroup>
  );
}
