import { formatClock, formatExact } from '../../lib/format/format.ts';
import { connectionWord, useConnection } from '../../lib/stream/connection.ts';
import styles from './ConnectionStatus.module.css';

/** Whether live updates arrive, and when the server was last heard. */
export function ConnectionStatus() {
  const connection = useConnection();
  const word = connectionWord(connection);
  return (
    <div className={styles.root}>
      <span role="status" className={styles.word} data-state={word}>
        <span className={styles.dot} aria-hidden />
        {word}
      </span>
      {connection.lastSync !== null && (
        <span className={styles.sync} title={formatExact(connection.lastSync)}>
          Synced {formatClock(connection.lastSync)}
        </span>
      )}
    </div>
  );
}
