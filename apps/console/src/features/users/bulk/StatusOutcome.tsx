import type { UserBulkStep } from '@ec/contract/users/bulk';
import { type SettableStatus, STATUS_LABELS } from '@ec/contract/users/schemas';
import { Button } from '@mantine/core';
import { FormFoot } from '../../../components/form/Form.tsx';
import { Note } from '../../../components/page/Note.tsx';
import { formatCount } from '../../../lib/format/format.ts';
import { errorMessage } from '../../../lib/http/api-error.ts';
import { undoStatuses, usePeopleChange } from '../api.ts';
import { StepList } from './BulkParts.tsx';

interface StatusOutcomeProps {
  steps: readonly UserBulkStep[];
  status: SettableStatus;
  onClose: () => void;
}

const countOf = (steps: readonly UserBulkStep[], outcome: UserBulkStep['outcome']) =>
  steps.filter((step) => step.outcome === outcome).length;

/** "3 users suspended. 1 request sent. 2 users stayed as before." */
function summary(steps: readonly UserBulkStep[], word: string): string {
  const [done, requested, refused] = [countOf(steps, 'done'), countOf(steps, 'requested'), countOf(steps, 'refused')];
  return [
    done > 0 && `${formatCount(done, 'user')} ${word}.`,
    requested > 0 && `${formatCount(requested, 'request')} sent.`,
    refused > 0 && `${formatCount(refused, 'user')} stayed as before.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** What happened to each, and the way back. */
export function StatusOutcome({ steps, status, onClose }: StatusOutcomeProps) {
  const undo = usePeopleChange(undoStatuses);
  const word = STATUS_LABELS[status].toLowerCase();
  const [shown, done] = undo.data ? [undo.data.steps, 'as before'] : [steps, word];
  const text = undo.data ? summary(shown, 'put back') : summary(shown, status === 'ACTIVE' ? 'activated' : done);
  return (
    <div className="stack gap-12">
      <Note kind={countOf(shown, 'refused') > 0 ? 'warn' : 'ok'} role="status">
        {text}
      </Note>
      <StepList steps={shown} done={done} />
      {undo.error && (
        <Note kind="bad" role="alert">
          The change could not be taken back: {errorMessage(undo.error)}
        </Note>
      )}
      <FormFoot>
        {!undo.data && countOf(steps, 'done') > 0 && (
          <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate(steps)}>
            Undo
          </Button>
        )}
        <Button onClick={onClose} disabled={undo.isPending}>
          Back to the list
        </Button>
      </FormFoot>
    </div>
  );
}
