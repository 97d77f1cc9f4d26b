import type { ResultDetail } from '@ec/contract/results/schemas';
import { Button } from '@mantine/core';
import { Note } from '../../components/page/Note.tsx';
import { personText } from '../../domain/people/person-text.ts';
import { formatCount, formatExact } from '../../lib/format/format.ts';
import { useServerNow } from '../../lib/hooks/use-now.ts';
import { useAskTakeover } from './api.ts';

const HOUR_MS = 3_600_000;

/** Who decides on the result that waits, and the officer's request to another reviewer when it waits too long. */
export function AskTakeover({ result, after }: { result: ResultDetail; after: number }) {
  const now = useServerNow(30_000);
  const ask = useAskTakeover(result.id);
  const { takenOver, takeoverAskedAt, can } = result;
  if (takenOver) {
    return <Note kind="info">{personText(takenOver.by)} has taken over this result and decides on it.</Note>;
  }
  if (takeoverAskedAt) {
    return (
      <Note kind="info" role="status">
        You requested a takeover, {formatExact(takeoverAskedAt)}. An administrator above your ward was notified.
      </Note>
    );
  }
  const due = new Date(result.submittedAt).getTime() + after * HOUR_MS;
  if (!can.askTakeover || now < due) return null;
  return (
    <Note kind="warn">
      The result has waited for more than {formatCount(after, 'hour')}. You can ask an administrator above your ward to
      take it over.
      <div>
        <Button mt="xs" loading={ask.isPending} onClick={() => ask.mutate(result.version)}>
          Ask for a takeover
        </Button>
      </div>
    </Note>
  );
}
