import { THEMES, type Theme } from '@ec/contract/auth/account';
import { SegmentedControl } from '@mantine/core';
import { Fact, Facts } from '../../components/figure/Facts.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { useThemeChoice } from '../../lib/session/theme-choice.ts';
import styles from './account.module.css';

const LABELS: Record<Theme, string> = { system: 'As on this device', light: 'Light', dark: 'Dark' };

export function AppearancePanel() {
  const { theme, choose } = useThemeChoice();
  return (
    <Panel title="Appearance">
      <div className={styles.stack}>
        <div className={styles.wide}>
          <SegmentedControl
            fullWidth
            aria-label="Colours"
            classNames={{ innerLabel: 'center touch' }}
            data={THEMES.map((value) => ({ value, label: LABELS[value] }))}
            value={theme}
            onChange={choose}
          />
        </div>
        <p className="quiet">Your choice holds wherever you sign in.</p>
        <Facts>
          <Fact name="Language">English</Fact>
        </Facts>
        <p className="quiet">The console speaks English only.</p>
      </div>
    </Panel>
  );
}
