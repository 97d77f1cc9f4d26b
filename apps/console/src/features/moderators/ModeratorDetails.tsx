import type { Moderator } from '@ec/contract/moderators';
import { type AllowedAreas, PRIVILEGE_IDS, PRIVILEGES, type Privileges } from '@ec/contract/privileges';
import { ROLES } from '@ec/contract/roles';
import { Button, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../components/Avatar.tsx';
import { Note } from '../../components/Note.tsx';
import { formatExact, formatPhone } from '../../lib/format.ts';
import { areaText } from './labels.ts';
import { LastLogin, type ModeratorTask, Status, ValidUntil } from './ModeratorParts.tsx';
import styles from './moderators.module.css';
import { AREA_LISTS, valuesOf } from './privilege-form.ts';
import { wholeOf } from './PrivilegesDialog.tsx';
import { inWords, isExpired, listed } from './summary.ts';

type Fact = readonly [label: string, value: ReactNode];

function Section({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
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

const AREA_TITLES = {
  allowedRegions: 'Regions',
  allowedStates: 'States',
  allowedLGAs: 'LGAs',
  allowedWards: 'Wards',
} as const satisfies Record<AllowedAreas, string>;

function Granted({ privileges }: { privileges: Privileges }) {
  return (
    <ul className={styles.grants} aria-label="Privileges">
      {PRIVILEGE_IDS.map((id) => (
        <li key={id} className={styles.grant} data-granted={privileges[id]}>
          {privileges[id] ? <IconCheck size={16} aria-hidden /> : <IconX size={16} aria-hidden />}
          {PRIVILEGES[id].title}: {privileges[id] ? 'yes' : 'no'}
        </li>
      ))}
    </ul>
  );
}

function PrivilegeSection({ moderator }: { moderator: Moderator }) {
  const { privileges, role } = moderator;
  const areas: Fact[] = AREA_LISTS.flatMap((list) => {
    const names = (privileges?.[list] ?? []).map(({ name }) => name);
    return names.length > 0 ? [[AREA_TITLES[list], names.join(', ')] as const] : [];
  });
  const roles = listed((privileges?.canManageRoles ?? []).map((id) => ROLES[id].title));
  return (
    <>
      <section className={styles.form}>
        <h3 className={styles.heading}>Privileges</h3>
        {isExpired(privileges) && (
          <Note kind="warn">The time of these privileges is over: nothing is granted any more.</Note>
        )}
        <p className={styles.hint}>{inWords(valuesOf(privileges), role, wholeOf(moderator))}</p>
        {privileges && <Granted privileges={privileges} />}
      </section>
      {privileges && (
        <Section
          title="Where, over whom, until when"
          facts={[
            ...(areas.length > 0 ? areas : [['Places', `All of ${wholeOf(moderator)}`] as const]),
            ['Manages', roles || 'No role'],
            ['Valid until', <ValidUntil key="end" privileges={privileges} />],
          ]}
        />
      )}
    </>
  );
}

interface ModeratorDetailsProps {
  moderator: Moderator;
  onClose: () => void;
  onTask: (task: ModeratorTask) => void;
}

/** Everything about one moderator. */
export function ModeratorDetails({ moderator, onClose, onTask }: ModeratorDetailsProps) {
  const small = useMediaQuery('(max-width: 640px)');
  const { id, name, phone, email, firstName, lastName, role, status, assignment } = moderator;
  return (
    <Modal opened onClose={onClose} title="Moderator Details" size={640} fullScreen={small} centered={false}>
      <div className={styles.form}>
        <div className={styles.person}>
          <Avatar name={name} src={moderator.profilePictureUrl} size={72} />
          <div className={styles.words}>
            <div className={styles.name}>{name}</div>
            <div className={styles.soft}>{ROLES[role].title}</div>
            <Status status={status} />
          </div>
        </div>
        <Section
          title="Person"
          facts={[
            [
              'Phone',
              <a key="phone" href={`tel:${phone}`}>
                {formatPhone(phone)}
              </a>,
            ],
            [
              'Email',
              email ? (
                <a key="email" href={`mailto:${email}`}>
                  {email}
                </a>
              ) : (
                '-'
              ),
            ],
            ['First name', firstName ?? '-'],
            ['Last name', lastName ?? '-'],
            ['Area', areaText(assignment)],
            ['Created', formatExact(moderator.createdAt)],
            ['Last login', <LastLogin key="login" lastLogin={moderator.lastLogin} />],
          ]}
        />
        <PrivilegeSection moderator={moderator} />
        <div className={styles.foot}>
          <Button variant="default" component={Link} to={`/users/${id}`}>
            Open in User Management
          </Button>
          {status === 'ACTIVE' && (
            <Button variant="outline" color="danger" onClick={() => onTask({ act: 'deactivate', moderator })}>
              Deactivate
            </Button>
          )}
          <Button onClick={() => onTask({ act: 'privileges', moderator })}>Edit privileges</Button>
        </div>
      </div>
    </Modal>
  );
}
