import { Button } from '@mantine/core';
import { errorMessage } from '../../lib/api-error.ts';
import { formatClock } from '../../lib/format.ts';
import { Note } from '../Note.tsx';

interface StaleProps {
  title: string;
  error: unknown;
  /** When what is still shown was read, milliseconds. */
  readAt: number;
  onRetry: () => unknown;
}

/** Figures that could not be read again stay on the screen, with the word of how old they are. */
export function Stale({ title, error, readAt, onRetry }: StaleProps) {
  if (!error) return null;
  return (
    <Note kind="warn" role="alert">
      <strong>{title}</strong>
      <div>
        {errorMessage(error)} The figures below are those of {formatClock(readAt)}.
      </div>
      <Button size="xs" mt={6} variant="default" onClick={() => onRetry()}>
        Retry
      </Button>
    </Note>
  );
}
