import { Button } from '@mantine/core';
import { ApiError, errorMessage } from '../../lib/http/api-error.ts';
import styles from './EmptyState.module.css';

interface ErrorViewProps {
  /** What failed, such as "Error Loading Users". */
  title: string;
  error: unknown;
  /** What is said where the error itself has no sentence. */
  failed?: string;
  onRetry?: () => unknown;
}

/** A part of a page that could not be loaded, with Retry. */
export function ErrorView({ title, error, failed, onRetry }: ErrorViewProps) {
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div className={styles.root} role="alert">
      <strong>{title}</strong>
      <div className={styles.text}>{errorMessage(error, failed)}</div>
      {requestId && <div className={styles.text}>Request number: {requestId}</div>}
      {onRetry && (
        <Button variant="default" onClick={() => onRetry()}>
          Retry
        </Button>
      )}
    </div>
  );
}
