import { MomentField } from '../../../components/form/MomentField.tsx';
import { useCurrentMe } from '../../../lib/session/session.ts';
import { fieldId, type FieldsProps } from './values.ts';

/** The moment from which it is no longer shown. */
export function ExpiryField({ values, problems, onChange }: Pick<FieldsProps, 'values' | 'problems' | 'onChange'>) {
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
