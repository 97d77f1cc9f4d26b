import { formatNumber } from '../../lib/format/format.ts';

export type SettingValue = string | number | boolean;

interface Described {
  /** Where it stands among the settings: `security.sessionTimeout`. */
  path: string;
  label: string;
  /** What it does, and from when a change of it holds. */
  help: string;
}

export type SettingField = Described &
  (
    | { kind: 'text'; longest: number }
    | { kind: 'number'; bounds: { low: number; high: number }; unit: string }
    | { kind: 'switch' }
    | { kind: 'choice'; options: () => { value: string; label: string }[] }
  );

export interface Section {
  title: string;
  fields: readonly SettingField[];
}

function amountText(value: SettingValue, unit: string): string {
  if (typeof value !== 'number') return `${value === '' ? 'nothing' : value} ${unit}`;
  // Percent has no plural; the other units do.
  return `${formatNumber(value)} ${value === 1 ? unit.replace(/s$/, '') : unit}`;
}

/** A value as a sentence has it: "30 minutes", "On", "West Africa Time". */
export function valueText(field: SettingField, value: SettingValue): string {
  switch (field.kind) {
    case 'switch':
      return value ? 'On' : 'Off';
    case 'number':
      return amountText(value, field.unit);
    case 'choice':
      return field.options().find((option) => option.value === value)?.label ?? String(value);
    case 'text':
      return String(value);
  }
}
