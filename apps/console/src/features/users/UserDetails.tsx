import { ROLES } from '@ec/contract/roles';
import { PLACE_FIELDS, PLACE_TITLES, type UserDetail, type UserPlace } from '@ec/contract/users';
import { Button, Modal, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Avatar } from '../../components/Avatar.tsx';
import { ErrorView } from '../../components/ErrorView.tsx';
import { formatExact, formatPhone } from '../../lib/format.ts';
import { userQuery } from './api.ts';
import { CopyCode } from './CopyCode.tsx';
import { NOT_ASSIGNED } from './labels.ts';
import { actionsFor, type Task } from './tasks.ts';
import { StatusCell } from './UserParts.tsx';
import styles from './users.module.css';

const NONE = '-';

type Fact = readonly [label: string, value: ReactNode];

function Section({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Each level of a place by name; what lies below it has none. The nation, and no place at all, are one line. */
function placeFacts(place: UserPlace | null): Fact[] {
  if (!place) return [['Area', NOT_ASSIGNED]];
  if (place.type === 'national') return [['Area', place.name]];
  return Object.values(PLACE_FIELDS).map((type) => [
    PLACE_TITLES[type],
    place.chain.find((link) => link.type === type)?.name ?? NONE,
  ]);
}

const linkTo = (href: string, text: string) => <a href={href}>{text}</a>;

function Facts({ user }: { user: UserDetail }) {
  const { phone, email, firstName, lastName, role, assignment, personalLocation, inviteCode, inviteExpiresAt } = user;
  const invite = inviteCode ? (
    <>
      <CopyCode code={inviteCode} what="invite code" />
      {inviteExpiresAt && <div className={styles.soft}>Until {formatExact(inviteExpiresAt)}</div>}
    </>
  ) : (
    NONE
  );
  return (
    <>
      <Section
        title="Contact Information"
        facts={[
          ['Phone', linkTo(`tel:${phone}`, formatPhone(phone))],
          ['Email', email ? linkTo(`mailto:${email}`, email) : NONE],
        ]}
      />
      <Section
        title="Personal Information"
        facts={[
          ['Full name', user.name],
          ['First name', firstName ?? NONE],
          ['Last name', lastName ?? NONE],
          ['Role', ROLES[role].title],
        ]}
      />
      <Section title="Personal Location" facts={placeFacts(personalLocation)} />
      <Section title="Assigned Location" facts={placeFacts(assignment)} />
      <Section
        title="Account Information"
        facts={[
          ['Created', formatExact(user.createdAt)],
          ['Last updated', formatExact(user.updatedAt)],
          ['Last login', user.lastLogin ? formatExact(user.lastLogin) : 'Never'],
          ['2FA enabled', user.is2faEnabled ? 'Yes' : 'No'],
          ['Invite code', invite],
        ]}
      />
    </>
  );
}

interface UserDetailsProps {
  id: string;
  /** False while a dialog about the person stands in front. */
  opened: boolean;
  onClose: () => void;
  onTask: (task: Task) => void;
}

/** Everything about one person, and what the reader may do with them. */
export function UserDetails({ id, opened, onClose, onTask }: UserDetailsProps) {
  const { data: user, error, refetch } = useQuery(userQuery(id));
  const small = useMediaQuery('(max-width: 640px)');
  const actions = user ? actionsFor(user) : [];
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="User Details"
      size={640}
      fullScreen={small}
      centered={false}
      returnFocus={false}
    >
      {error && !user ? (
        <ErrorView title="The user could not be loaded" error={error} onRetry={refetch} />
      ) : user ? (
        <div className={styles.form}>
          <div className={styles.person}>
            <Avatar name={user.name} src={user.profilePictureUrl} size={72} />
            <div className={styles.words}>
              <div className={styles.name}>{user.name}</div>
              <div className={styles.soft}>{ROLES[user.role].title}</div>
              <StatusCell user={user} />
            </div>
          </div>
          <Facts user={user} />
          <div className={styles.foot}>
            {actions.map(({ label, task, danger }) => (
              <Button
                key={label}
                variant="default"
                onClick={() => onTask(task)}
                {...(danger && { variant: 'outline', color: 'danger' })}
              >
                {label}
              </Button>
            ))}
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </div>
        </div>
      ) : (
        <div role="status" aria-label="Loading the user">
          <Skeleton height={72} mb={14} />
          <Skeleton height={280} />
        </div>
      )}
    </Modal>
  );
}
