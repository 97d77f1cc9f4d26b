import { UnstyledButton } from '@mantine/core';
import { openSpotlight } from './spotlight-state.ts';
import styles from './SpotlightButton.module.css';

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

export function SpotlightButton() {
  return (
    <UnstyledButton className={styles.button} onClick={openSpotlight} aria-keyshortcuts="Control+K Meta+K">
      Go to… <kbd className={styles.keys}>{isApple ? '⌘ K' : 'Ctrl K'}</kbd>
    </UnstyledButton>
  );
}
