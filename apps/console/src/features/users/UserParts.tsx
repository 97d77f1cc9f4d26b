import { APPROVAL_TYPES, type ApprovalType } from '@ec/contract/approvals/schemas';
import type { User } from '@ec/contract/users/schemas';
import { ActionIcon, Badge, Menu } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { Link } from 'react-router';
import { PersonLine, UserStatusChip } from '../../domain/people/PersonLine.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { RowMenu } from '../../components/list/RowMenu.tsx';
import { useReadsApprovals } from '../../domain/approvals/approval-counts.ts';
import { formatPhone } from '../../lib/format/format.ts';
import { aboveText, NOT_ASSIGNED } from './labels.ts';
import { actionsFor, type Task } from './tasks.ts';
import styles from './users.module.css';

export function Person({ user }: { user: User }) {
  return <PersonLine person={user} detail={formatPhone(user.phone)} />;
}

export function Assignment({ user: { assignment } }: { user: User }) {
  if (!assignment) return <span className="quiet">{NOT_ASSIGNED}</span>;
  const above = aboveText(assignment);
  return (
    <div className={styles.assignment}>
      {assignment.name}
      {above && <div className="quiet">{above}</div>}
    </div>
  );
}

const requestLabel = (type: string) =>
  Object.hasOwn(APPROVAL_TYPES, type) ? APPROVAL_TYPES[type as ApprovalType] : 'Request';

/** The status, and the request about the person where one waits for a decision. */
export function StatusCell({ user }: { user: User }) {
  const { status, pendingRequest } = user;
  const readsApprovals = useReadsApprovals();
  const waiting = pendingRequest && <StatusChip tone="info" label={`${requestLabel(pendingRequest.type)} requested`} />;
  return (
    <div className="row gap-4">
      <UserStatusChip status={status} />
      {pendingRequest && readsApprovals ? (
        <Link to={`/approvals?request=${pendingRequest.id}`} className={`undecorated ${styles.pendingLink}`}>
          {waiting}
        </Link>
      ) : (
        waiting
      )}
    </div>
  );
}

export function LastLogin({ user }: { user: User }) {
  return user.lastLogin ? <TimeText moment={user.lastLogin} /> : 'Never';
}

interface ActionsProps {
  user: User;
  onView: (user: User) => void;
  onTask: (task: Task) => void;
}

/** View, and for whom the reader manages a menu of the rest. */
export function UserActions({ user, onView, onTask }: ActionsProps) {
  const actions = actionsFor(user);
  return (
    <div className="beside gap-4">
      <ActionIcon variant="subtle" aria-label={`View ${user.name}`} onClick={() => onView(user)}>
        <IconEye size={18} aria-hidden />
      </ActionIcon>
      {actions.length > 0 ? (
        <RowMenu label={`Actions for ${user.name}`}>
          {actions.map(({ label, task, danger }) => (
            <Menu.Item key={label} onClick={() => onTask(task)} {...(danger && { color: 'danger' })}>
              {label}
            </Menu.Item>
          ))}
        </RowMenu>
      ) : (
        <Badge variant="default" tt="none" fw={550} className="fixed">
          View Only
        </Badge>
      )}
    </div>
  );
}
