import styles from './StartUp.module.css';

/** While the code of the first page is on its way. */
export function StartUp() {
  return (
    <div className={styles.root} role="status">
      <span className={styles.wheel} aria-hidden />
      <span>Loading…</span>
    </div>
  );
}
