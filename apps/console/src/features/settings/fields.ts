import { election, general, notifications, security } from './sections.ts';
import type { Section, SettingField } from './setting-field.ts';

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
