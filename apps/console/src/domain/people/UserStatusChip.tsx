import type { UserStatus } from '@ec/contract/auth/schemas';
import { STATUS_LABELS } from '@ec/contract/users/schemas';
import { StatusChip, type Tone } from '../../components/figure/StatusChip.tsx';

const TONES: Record<UserStatus, Tone> = {
  ACTIVE: 'ok',
  INACTIVE: 'off',
  SUSPENDED: 'bad',
  PENDING: 'wait',
  PENDING_NATIONAL_APPROVAL: 'wait',
  PENDING_DELETION: 'bad',
  DELETED: 'off',
};

/** The status of a user's account. */
export function UserStatusChip({ status }: { status: UserStatus }) {
  return <StatusChip tone={TONES[status]} label={STATUS_LABELS[status]} />;
}
