import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { Button } from '@mantine/core';
import styles from './approvals.module.css';
import { secondPersonLabel, standingLabel } from './labels.ts';
import type { Task } from './tasks.ts';

interface RequestActionsProps {
  request: ApprovalRequest;
  onTask: (task: Task) => void;
  /** Absent where the details are shown already. */
  onView?: ((request: ApprovalRequest) => void) | undefined;
}

/** The reader's actions; a reader without the right to decide sees who decides. */
export function RequestActions({ request, onTask, onView }: RequestActionsProps) {
  const { can, targetUserName: name, status } = request;
  const label = status === 'PENDING' && !can.decide ? standingLabel(request) : null;
  const second = secondPersonLabel(request);
  const start = (act: Task['act']) => () => onTask({ act, request });
  return (
    <div className="row gap-6">
      {label && <span className={styles.standing}>{label}</span>}
      {second && <span className="quiet own-line">{second}</span>}
      {can.refusal && <span className="quiet own-line">{can.refusal.reason}</span>}
      {onView && (
        <Button variant="default" size="xs" aria-label={`View Details: ${name}`} onClick={() => onView(request)}>
          View Details
        </Button>
      )}
      {can.decide && (
        <>
          {!can.refusal && (
            <Button size="xs" aria-label={`Approve: ${name}`} onClick={start('approve')}>
              Approve
            </Button>
          )}
          <Button size="xs" variant="outline" color="danger" aria-label={`Reject: ${name}`} onClick={start('reject')}>
            Reject
          </Button>
        </>
      )}
      {can.requestInfo && (
        <Button
          variant="default"
          size="xs"
          aria-label={`Request More Information: ${name}`}
          onClick={start('request-info')}
        >
          Request More Information
        </Button>
      )}
      {can.answer && onView && (
        <Button size="xs" aria-label={`Answer: ${name}`} onClick={() => onView(request)}>
          Answer
        </Button>
      )}
      {can.cancel && (
        <Button variant="default" size="xs" aria-label={`Withdraw Request: ${name}`} onClick={start('withdraw')}>
          Withdraw Request
        </Button>
      )}
    </div>
  );
}
