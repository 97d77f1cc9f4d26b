import { CollationSource } from '@ec/contract/collations/schemas';
import { MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import type { FieldsOf } from '../../../components/form/use-server-form.ts';
import { MomentField } from '../../../components/form/MomentField.tsx';
import { SOURCE_WORDS } from '../labels.ts';
import styles from './entry.module.css';
import type { FormNotes } from './use-entry-draft.ts';

interface NotesFieldsProps {
  form: FieldsOf<FormNotes>;
  parties: readonly string[];
}

/** What stands on the form beside its figures, and where the figures come from. */
export function NotesFields({ form, parties }: NotesFieldsProps) {
  const { field, values } = form;
  return (
    <div className={styles.notes}>
      <NativeSelect
        label="Where the figures come from"
        description={SOURCE_WORDS[values.source].hint}
        data={CollationSource.options.map((value) => ({ value, label: SOURCE_WORDS[value].label }))}
        {...field('source')}
      />
      <TextInput
        label="Collation officer"
        description="The name as it stands on the form"
        maxLength={160}
        {...field('officerName')}
      />
      <MultiSelect
        label="Agents who signed"
        description="The parties whose agents signed the form"
        data={parties.filter((party) => party !== 'Others')}
        placeholder={values.signedBy.length === 0 ? 'No party chosen' : ''}
        searchable
        clearable
        {...field('signedBy')}
      />
      <NativeSelect
        label="Stamp"
        description="Whether the form is stamped"
        data={[
          { value: '', label: 'Cannot be seen' },
          { value: 'yes', label: 'Stamped' },
          { value: 'no', label: 'Not stamped' },
        ]}
        {...field('stamped')}
      />
      <MomentField
        label="Time on the form"
        description="Date and time as written"
        placeholder="Not written"
        {...field('timeOnForm')}
      />
    </div>
  );
}
