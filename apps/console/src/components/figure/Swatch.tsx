import type { ReactNode } from 'react';
import styles from './Swatch.module.css';

/** A small square of a fixed colour before the word it belongs to. */
export function Swatch({ colour, children }: { colour: string; children: ReactNode }) {
  return (
    <span className="line bold">
      <span className={styles.mark} style={{ background: colour }} aria-hidden />
      {children}
    </span>
  );
}
