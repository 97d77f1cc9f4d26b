import type { ReactNode } from 'react';
import { formatNumber } from '../lib/format.ts';
import styles from './Figure.module.css';
import { MayLink } from './MayLink.tsx';

interface FigureProps {
  label: string;
  /** A number is written with its thousands separators. */
  value: number | string | null | undefined;
  /** One line below: the share, the basis. */
  note?: ReactNode;
  /** The list behind the figure: a link for those who may open it. */
  to?: string | null;
  children?: ReactNode;
}

/** One key figure as a card. */
export function Figure({ label, value, note, to, children }: FigureProps) {
  const text = typeof value === 'string' ? value : formatNumber(value);
  return (
    <div className={styles.card} role="group" aria-label={label}>
      <div className={styles.label}>{label}</div>
      <div className={styles.value}>
        {to ? (
          <MayLink to={to} label={`${label}: ${text}`} className={styles.link}>
            {text}
          </MayLink>
        ) : (
          text
        )}
      </div>
      {note && <div className={styles.note}>{note}</div>}
      {children}
    </div>
  );
}

/** Figures side by side, two in a row on a phone. */
export function Figures({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
