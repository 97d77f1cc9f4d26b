import { Alert } from '@mantine/core';
import { errorMessage } from '../../lib/http/api-error.ts';

/** Why the server refused, in its own sentence. */
export function FormAlert({ error, fallback }: { error: unknown; fallback: string }) {
  return error ? (
    <Alert color="danger" role="alert">
      {errorMessage(error, fallback)}
    </Alert>
  ) : null;
}
