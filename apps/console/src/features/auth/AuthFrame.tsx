import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSystemName } from '../../lib/session/system.ts';
import styles from './AuthFrame.module.css';

/** The narrow page of everything around signing in. */
export function AuthFrame({ children }: { children: ReactNode }) {
  const name = useSystemName();
  return (
    <main className={styles.root}>
      <div className={styles.column}>
        <div className={styles.brand}>
          <img src="/icon.svg" alt="" width={32} height={32} />
          <span>{name}</span>
        </div>
        <Paper withBorder p="lg">
          {children}
        </Paper>
      </div>
    </main>
  );
}
