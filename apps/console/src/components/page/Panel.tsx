import type { ReactNode } from 'react';
import styles from './Panel.module.css';

interface PanelProps {
  title?: ReactNode;
  /** A word or two beside the title: a count, a basis. */
  note?: ReactNode;
  actions?: ReactNode;
  /** True for tables and lists that bring their own inner spacing. */
  flush?: boolean;
  children: ReactNode;
}

/** A surface with an optional head line. */
export function Panel({ title, note, actions, flush = false, children }: PanelProps) {
  return (
    <section className={`card shrink hides ${styles.panel}`}>
      {title && (
        <div className={styles.head}>
          <h2 className="title">{title}</h2>
          {note && <span className="hint">{note}</span>}
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      <div className={flush ? undefined : 'pad'}>{children}</div>
    </section>
  );
}
