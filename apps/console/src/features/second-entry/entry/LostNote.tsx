import { Button } from '@mantine/core';
import { Note } from '../../../components/page/Note.tsx';
import { ApiError } from '../../../lib/http/api-error.ts';

/** The sheet is no longer with the transcriber. */
export interface Loss {
  message: string;
  /** An earlier attempt to send it was cut off. */
  cutOff: boolean;
}

const LOSSES = new Set<string>(['ENTRY_NOT_HELD', 'ENTRY_VOID', 'NOT_FOUND']);

/** What a refusal says of the sheet; null where it is still with the transcriber. */
export const lossOf = (error: unknown, cutOff: boolean): Loss | null =>
  error instanceof ApiError && LOSSES.has(error.code) ? { message: error.message, cutOff } : null;

/** Why the sheet cannot be sent any more, with the way to the next one. */
export function LostNote({ loss, onNext }: { loss: Loss; onNext: () => void }) {
  return (
    <Note kind="bad" role="alert">
      <p>{loss.message}</p>
      {loss.cutOff && <p>The connection broke at an earlier attempt, so your entry may have been stored then.</p>}
      <Button mt="xs" autoFocus onClick={onNext}>
        Take the next sheet
      </Button>
    </Note>
  );
}
