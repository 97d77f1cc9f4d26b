import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { Button, Menu } from '@mantine/core';
import { RowMenu } from '../../components/list/RowMenu.tsx';
import styles from './approvals.module.css';
import { secondPersonLabel, standingLabel } from './labels.ts';
import type { Task } from './tasks.ts';

interface Act {
  act: Task['act'];
  label: string;
  look?: { variant?: 'outline' | 'default'; color?: 'danger' };
}

/** What the reader may do about the request. */
function actsOf({ can }: ApprovalRequest): Act[] {
  const acts: (Act | false)[] = [
    can.decide && !can.refusal && { act: 'approve', label: 'Approve' },
    can.decide && { act: 'reject', label: 'Reject', look: { variant: 'outline', color: 'danger' } },
    can.requestInfo && { act: 'request-info', label: 'Request More Information', look: { variant: 'default' } },
    can.cancel && { act: 'withdraw', label: 'Withdraw Request', look: { variant: 'default' } },
  ];
  return acts.filter((act) => act !== false);
}

/** Who decides, for a reader without the right to; why a decision is limited. */
function Standing({ request }: { request: ApprovalRequest }) {
  const label = request.status === 'PENDING' && !request.can.decide ? standingLabel(request) : null;
  const second = secondPersonLabel(request);
  const { refusal } = request.can;
  return (
    <>
      {label && <span className={styles.standing}>{label}</span>}
      {second && <span className="quiet own-line">{second}</span>}
      {refusal && <span className="quiet own-line">{refusal.reason}</span>}
    </>
  );
}

interface RequestActionsProps {
  request: ApprovalRequest;
  onTask: (task: Task) => void;
}

/** The reader's actions in the details, each a button. */
export function RequestActions({ request, onTask }: RequestActionsProps) {
  return (
    <div className="row gap-6">
      <Standing request={request} />
      {actsOf(request).map(({ act, label, look }) => (
        <Button
          key={act}
          size="xs"
          aria-label={`${label}: ${request.targetUserName}`}
          onClick={() => onTask({ act, request })}
          {...look}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

interface RowActionsProps extends RequestActionsProps {
  onView: (request: ApprovalRequest) => void;
}

/** In a list: the way to the details, where the requester's answer is written too, and a menu of the decisions. */
export function RowActions({ request, onView, onTask }: RowActionsProps) {
  const { can, targetUserName: name } = request;
  const acts = actsOf(request);
  const view = can.answer ? 'Answer' : 'View Details';
  return (
    <div className="row gap-6">
      <Standing request={request} />
      <span className="beside gap-4">
        <Button
          variant={can.answer ? 'filled' : 'default'}
          size="xs"
          aria-label={`${view}: ${name}`}
          onClick={() => onView(request)}
        >
          {view}
        </Button>
        {acts.length > 0 && (
          <RowMenu label={`Actions for ${name}`}>
            {acts.map(({ act, label, look }) => (
              <Menu.Item
                key={act}
                aria-label={`${label}: ${name}`}
                onClick={() => onTask({ act, request })}
                {...(look?.color && { color: look.color })}
              >
                {label}
              </Menu.Item>
            ))}
          </RowMenu>
        )}
      </span>
    </div>
  );
}
