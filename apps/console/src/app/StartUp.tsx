import styles from './StartUp.module.css';

/** Shown while the code of the first page loads. */
export function StartUp() {
  return (
    <div className={styles.root} role="status">
      <span className="wheel accent" aria-hidden />
      <span>Loading…</span>
    </div>
  );
}
