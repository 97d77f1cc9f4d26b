import { MomentField } from '../../../components/form/MomentField.tsx';
import { useCurrentMe } from '../../../lib/session/session.ts';
import { fieldId } from './fields.ts';

interface EndFieldProps {
  /** Date and time in the organisation's zone. */
  value: string | null;
  error: string | undefined;
  onChange: (value: string | null) => void;
}

/** The moment from which nothing is granted any more. */
export function EndField({ value, error, onChange }: EndFieldProps) {
  const { timezone } = useCurrentMe().system;
  return (
    <MomentField
      id={fieldId('validUntil')}
      label="Valid until"
      description={`Afterwards nothing is granted any more, without anybody signing in or out. Time zone: ${timezone}. Empty for no end.`}
      placeholder="No end"
      ends
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
