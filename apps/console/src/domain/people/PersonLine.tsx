import type { UserStatus } from '@ec/contract/auth/schemas';
import { STATUS_LABELS } from '@ec/contract/users/schemas';
import type { ReactNode } from 'react';
import { StatusChip, type Tone } from '../../components/figure/StatusChip.tsx';
import { Avatar } from './Avatar.tsx';

interface PersonLineProps {
  person: { name: string; profilePictureUrl: string | null };
  /** What stands below the name: the phone, the role. */
  detail: ReactNode;
  /** Of the picture, where it is to be seen well. */
  size?: number;
  /** Below that. */
  children?: ReactNode;
}

/** A person by picture and name. */
export function PersonLine({ person, detail, size, children }: PersonLineProps) {
  return (
    <div className="beside gap-10 shrink">
      <Avatar name={person.name} src={person.profilePictureUrl} {...(size && { size })} />
      <div className="shrink">
        <div className="strong">{person.name}</div>
        <div className="quiet">{detail}</div>
        {children}
      </div>
    </div>
  );
}

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
