import { ActionIcon, UnstyledButton, useComputedColorScheme } from '@mantine/core';
import { create } from 'zustand';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import styles from './SpotlightButton.module.css';
import { afterPaint } from '../../lib/device/after-paint.ts';
import { useThemeChoice } from '../../lib/session/theme-choice.ts';

/** Whether the "Go to" dialog is open; its code is loaded the first time. */
export const useSpotlightState = create<{ open: boolean }>(() => ({ open: false }));

export const openSpotlight = () => useSpotlightState.setState({ open: true });
export const closeSpotlight = () => useSpotlightState.setState({ open: false });

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

export function SpotlightButton() {
  return (
    <UnstyledButton className={styles.button} onClick={openSpotlight} aria-keyshortcuts="Control+K Meta+K">
      Go to… <kbd className={styles.keys}>{isApple ? '⌘ K' : 'Ctrl K'}</kbd>
    </UnstyledButton>
  );
}

export function SchemeToggle() {
  const { choose } = useThemeChoice();
  const shown = useComputedColorScheme('light');
  const [pressed, setPressed] = useState<'light' | 'dark'>();
  const later = useMemo(() => afterPaint(), []);
  const next = (pressed ?? shown) === 'dark' ? 'light' : 'dark';
  const Icon = next === 'dark' ? IconMoon : IconSun;
  // The button answers the press; the whole page, which takes a phone some frames, follows.
  const change = () => {
    setPressed(next);
    later.ask(() => {
      choose(next);
      setPressed(undefined);
    });
  };
  return (
    <ActionIcon variant="default" size="lg" aria-label={`Use ${next} colours`} onClick={change}>
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
