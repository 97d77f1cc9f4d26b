import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './Changing.module.css';

/** A figure that is briefly highlighted when it changes; its position stays the same. */
export function Changing({ value, children }: { value: number | string; children: ReactNode }) {
  const shown = useRef(value);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (shown.current === value) return;
    shown.current = value;
    setTurn((count) => count + 1);
  }, [value]);
  return (
    <span key={turn} className={turn > 0 ? styles.changed : undefined}>
      {children}
    </span>
  );
}
