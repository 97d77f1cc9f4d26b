import type { ReactNode } from 'react';
import { formatNumber } from '../lib/format.ts';
import styles from './Figure.module.css';

interface FigureProps {
  label: string;
  /** A number is written with its thousands separators. */
  value: number | string | null | undefined;
  /** One line below: the share, the basis. */
  note?: ReactNode;
  children?: ReactNode;
}

/** One key figure as a card. */
export function Figure({ label, value, note, children }: FigureProps) {
  return (
    <div className={styles.card}>
      <div className={styles.label}>{label}</div>
      <div className={styles.value}>{typeof value === 'string' ? value : formatNumber(value)}</div>
      {note && <div className={styles.note}>{note}</div>}
      {children}
    </div>
  );
}

/** Figures side by side, two in a row on a phone. */
export function Figures({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
