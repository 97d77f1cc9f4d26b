import { formatNumber } from '../../lib/format/format.ts';
import { election, general, notifications, security } from './sections.ts';

export const TAB_IDS = ['general', 'security', 'notifications', 'election'] as const;
export type Tab = (typeof TAB_IDS)[number];

export const TABS: Record<Tab, { label: string; sections: readonly Section[] }> = {
  general: { label: 'General', sections: general },
  security: { label: 'Security', sections: security },
  notifications: { label: 'Notifications', sections: notifications },
  election: { label: 'Election', sections: election },
};

const fieldsOf = (tab: Tab): SettingField[] => TABS[tab].sections.flatMap(({ fields }) => fields);
export const ALL_FIELDS: readonly SettingField[] = TAB_IDS.flatMap(fieldsOf);

export const tabOf = (path: string): Tab => TAB_IDS.find((tab) => path.startsWith(`${tab}.`)) ?? 'general';

/** Begins the ids of the fields. */
export const FORM_ID = 'setting';

/** Id of the field on the page, for links to it. */
export const fieldId = (path: string): string => `${FORM_ID}-${path}`;

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
