import { NumberInput, Select, Switch, TextInput, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format/format.ts';
import { fieldId, type SettingField, type SettingValue, valueText } from './setting-field.ts';
import styles from './settings.module.css';

interface SettingInputProps {
  field: SettingField;
  value: SettingValue;
  /** What is stored, where something else is typed. */
  was: SettingValue | undefined;
  error: ReactNode;
  busy: boolean;
  onChange: (value: SettingValue) => void;
  /** The field was left. */
  onLeave: () => void;
}

const boundsText = ({ low, high }: { low: number; high: number }, unit: string) =>
  `${formatNumber(low)} to ${formatNumber(high)} ${unit}`;

/** What a setting does and, once it is changed, what it was. */
function Help({ field, was }: Pick<SettingInputProps, 'field' | 'was'>) {
  return (
    <>
      {field.help}
      {field.kind === 'number' && (
        <>
          {' '}
          <VisuallyHidden>From {boundsText(field.bounds, field.unit)}.</VisuallyHidden>
        </>
      )}{' '}
      {was !== undefined && <span className="medium old">Changed, not saved: was {valueText(field, was)}.</span>}
    </>
  );
}

/** One setting: its label, what it does, its control, its bounds beside it and what is wrong with it below. */
export function SettingInput({ field, value, was, error, busy, onChange, onLeave }: SettingInputProps) {
  const common = {
    id: fieldId(field.path),
    label: field.label,
    description: <Help field={field} was={was} />,
    error,
    disabled: busy,
  };
  switch (field.kind) {
    case 'switch':
      return (
        <Switch
          {...common}
          // The help is a description, not a part of the name, as it would be by standing in the label.
          aria-label={field.label}
          className={styles.switch ?? ''}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...common}
          value={typeof value === 'boolean' ? '' : value}
          onChange={onChange}
          onBlur={onLeave}
          // What is out of bounds is said, not silently changed.
          clampBehavior="none"
          min={field.bounds.low}
          max={field.bounds.high}
          allowDecimal={false}
          thousandSeparator=","
          inputContainer={(input) => (
            <div className={styles.beside}>
              <div className={styles.number}>{input}</div>
              <span className="quiet" aria-hidden>
                {boundsText(field.bounds, field.unit)}
              </span>
            </div>
          )}
        />
      );
    case 'choice': {
      const options = field.options();
      const [only, ...others] = options;
      if (only && others.length === 0) return <SettingRow field={field} value={only.value} />;
      return (
        <Select
          {...common}
          data={options}
          value={String(value)}
          allowDeselect={false}
          onChange={(next) => onChange(next ?? value)}
          classNames={{ wrapper: styles.choice ?? '' }}
        />
      );
    }
    case 'text':
      return (
        <TextInput
          {...common}
          classNames={{ wrapper: styles.choice ?? '' }}
          value={String(value)}
          maxLength={field.longest}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onLeave}
        />
      );
  }
}

/** A setting that is shown and not changed. */
export function SettingRow({ field, value }: { field: SettingField; value: SettingValue }) {
  return (
    <dl>
      <dt className="semi">{field.label}</dt>
      <dd className={styles.value}>{valueText(field, value)}</dd>
      <dd className="hint">{field.help}</dd>
    </dl>
  );
}
