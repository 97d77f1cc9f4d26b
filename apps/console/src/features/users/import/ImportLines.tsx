import styles from './import.module.css';

/** What is wrong with each line, in a box of its own that scrolls: there can be thousands. */
export function ImportLines({ label, lines }: { label: string; lines: readonly string[] }) {
  return (
    <div className={styles.lines} role="region" aria-label={label} tabIndex={0}>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
