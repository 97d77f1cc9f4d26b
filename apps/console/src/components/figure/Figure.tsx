import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format/format.ts';
import styles from './Figure.module.css';
import { MayLink } from '../page/MayLink.tsx';
import { tile } from '../../lib/format/css-values.ts';

interface FigureProps {
  label: string;
  /** A number is written with its thousands separators. */
  value: number | string | null | undefined;
  /** One line below: the share, the basis. */
  note?: ReactNode;
  /** The list behind the figure: a link for those who may open it. */
  to?: string | null;
  /** Takes two columns: the note beside the label, and other content, such as a bar, beside the value. */
  wide?: boolean;
  children?: ReactNode;
}

/** One key figure as a card. */
export function Figure({ label, value, note, to, wide = false, children }: FigureProps) {
  const text = typeof value === 'string' ? value : formatNumber(value);
  const shown = (
    <div className={`big breaks above-2 ${styles.value}`}>
      {to ? (
        <MayLink to={to} label={`${label}: ${text}`} className={styles.link}>
          {text}
        </MayLink>
      ) : (
        text
      )}
    </div>
  );
  if (wide) {
    return (
      <div className={`card shrink pad ${styles.card}`} role="group" aria-label={label} data-wide>
        <div className={styles.line}>
          <div className="hint">{label}</div>
          <div className={`hint above-2 ${styles.note}`}>{note}</div>
        </div>
        <div className={styles.beside}>
          {shown}
          {children}
        </div>
      </div>
    );
  }
  return (
    <div className={`card shrink pad ${styles.card}`} role="group" aria-label={label}>
      <div className="hint">{label}</div>
      {shown}
      {note && <div className={`hint above-2 ${styles.note}`}>{note}</div>}
      {children}
    </div>
  );
}

interface FiguresProps {
  /** Lower and narrower cards, six or seven beside each other, for rows of figures that stand above a list. */
  dense?: boolean;
  /** Words and figures in one line, for the head of a page. */
  line?: boolean;
  children: ReactNode;
}

/** Figures side by side, two in a row on a phone. */
export function Figures({ dense = false, line = false, children }: FiguresProps) {
  return (
    <div
      className={`tiles gap-12 ${styles.row}`}
      style={tile(150)}
      data-dense={dense || undefined}
      data-line={line || undefined}
    >
      {children}
    </div>
  );
}
