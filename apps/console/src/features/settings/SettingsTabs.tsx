import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '../../components/page/Panel.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { formatCount } from '../../lib/format/format.ts';
import { type SettingField, type Tab, TAB_IDS, tabOf, TABS } from './setting-field.ts';
import styles from './settings.module.css';

interface SettingsTabsProps {
  tab: Tab;
  onTab: (tab: Tab) => void;
  /** The settings that are changed and not saved. */
  changed?: readonly SettingField[];
  /** Paths of the settings that are to be corrected. */
  wrong?: readonly string[];
  children: (field: SettingField) => ReactNode;
}

/** The four tabs with their settings in groups; each tab says how much of it is changed or wrong. */
export function SettingsTabs({ tab, onTab, changed = [], wrong = [], children }: SettingsTabsProps) {
  return (
    <Tabs value={tab} onChange={(next) => onTab(TAB_IDS.find((id) => id === next) ?? 'general')} keepMounted={false}>
      <Tabs.List className={styles.tabs ?? ''} aria-label="System settings">
        {TAB_IDS.map((id) => {
          const moved = changed.filter(({ path }) => tabOf(path) === id).length;
          const faults = wrong.filter((path) => tabOf(path) === id).length;
          return (
            <Tabs.Tab key={id} value={id}>
              {TABS[id].label}
              {moved > 0 && (
                <>
                  {' '}
                  <StatusChip tone="wait" label={`${moved} unsaved`} />
                </>
              )}
              {faults > 0 && (
                <>
                  {' '}
                  <StatusChip tone="bad" label={formatCount(faults, 'error')} />
                </>
              )}
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      <Tabs.Panel value={tab} className={styles.panel ?? ''}>
        {TABS[tab].sections.map(({ title, fields }) => (
          <Panel key={title} title={title}>
            <div className={styles.fields}>
              {fields.map((field) => (
                <div key={field.path} className={`shrink ${styles.field}`}>
                  {children(field)}
                </div>
              ))}
            </div>
          </Panel>
        ))}
      </Tabs.Panel>
    </Tabs>
  );
}
