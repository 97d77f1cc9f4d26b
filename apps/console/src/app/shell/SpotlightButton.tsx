import { UnstyledButton } from '@mantine/core';
import { create } from 'zustand';
import styles from './SpotlightButton.module.css';

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
