import styles from './submit.module.css';

export function Instructions() {
  return (
    <section className="card pad" aria-labelledby="instructions">
      <h2 id="instructions" className={styles.groupTitle} style={{ padding: '0 0 6px' }}>
        Instructions
      </h2>
      <ul className={styles.list}>
        <li>Check the counts against the result sheet before you send them.</li>
        <li>Upload a clear photo of the result sheet.</li>
        <li>The Ward Administrator reviews what you send.</li>
        <li>A notification follows on approval or requested changes.</li>
      </ul>
    </section>
  );
}
