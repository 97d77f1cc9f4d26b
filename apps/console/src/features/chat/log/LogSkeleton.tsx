import { Skeleton } from '@mantine/core';
import styles from '../chat.module.css';

/** While the first messages of a chat are on their way. */
export function LogSkeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label="Loading the messages">
      <Skeleton height={44} width="55%" />
      <Skeleton height={64} width="70%" />
      <Skeleton height={44} width="40%" ml="auto" />
      <Skeleton height={44} width="60%" />
    </div>
  );
}
