import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  title: string;
  /** What to do about it. */
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.root}>
      <p className="dim">{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  );
}
