import type { ComponentProps, ReactNode } from 'react';
import styles from './plain.module.css';

interface NoticeProps extends Omit<ComponentProps<'div'>, 'title' | 'className'> {
  tone: 'accent' | 'danger';
  title?: string;
  children: ReactNode;
}

/** A message in a coloured box, without the UI kit. */
export function Notice({ tone, title, children, ...box }: NoticeProps) {
  return (
    <div {...box} className={styles.notice} data-tone={tone}>
      {title !== undefined && <div className={styles.noticeTitle}>{title}</div>}
      {children}
    </div>
  );
}
