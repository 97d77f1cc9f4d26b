import type { Moderator } from '@ec/contract/moderators/schemas';
import { type AllowedAreas, PRIVILEGES, type Privileges } from '@ec/contract/permissions/privileges';
import { ROLES } from '@ec/contract/permissions/roles';
import { Button, Modal, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCheck, IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Fact, FactSection } from '../../components/figure/Facts.tsx';
import { FormFoot, FormHint } from '../../components/form/Form.tsx';
import { Note } from '../../components/page/Note.tsx';
import { PersonLine, UserStatusChip } from '../../domain/people/PersonLine.tsx';
import { belowWidth } from '../../lib/device/breakpoints.ts';
import { formatExact, formatPhone } from '../../lib/format/format.ts';
import { areaText, GROUPED_PRIVILEGES } from './labels.ts';
import { LastLogin, type ModeratorTask, ReviewNote, ValidUntil } from './ModeratorParts.tsx';
import styles from './moderators.module.css';
import { AREA_LISTS, valuesOf } from './form/privilege-form.ts';
import { wholeOf } from './form/PrivilegesDialog.tsx';
import { inWords, isExpired, listed } from './summary.ts';

const AREA_TITLES = {
  allowedRegions: 'Regions',
  allowedStates: 'States',
  allowedLGAs: 'LGAs',
  allowedWards: 'Wards',
} as const satisfies Record<AllowedAreas, string>;

function Granted({ privileges }: { privileges: Privileges }) {
  return (
    <div className={styles.ticks} role="group" aria-label="Privileges">
      {GROUPED_PRIVILEGES.map(({ title, ids }) => (
        <div key={title}>
          <h4 className="hint medium">{title}</h4>
          <ul className={styles.grants} aria-label={title}>
            {ids.map((id) => (
              <li key={id} className={`beside gap-6 ${styles.grant}`} data-granted={privileges[id]}>
                {privileges[id] ? <IconCheck size={16} aria-hidden /> : <IconX size={16} aria-hidden />}
                {PRIVILEGES[id].title}: {privileges[id] ? 'yes' : 'no'}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function PrivilegeSection({ moderator }: { moderator: Moderator }) {
  const { privileges, role } = moderator;
  const named = AREA_LISTS.filter((list) => (privileges?.[list] ?? []).length > 0);
  const roles = listed((privileges?.canManageRoles ?? []).map((id) => ROLES[id].title));
  return (
    <>
      <Stack component="section" gap="md">
        <h3 className="title below-6">Privileges</h3>
        {isExpired(privileges) && (
          <Note kind="warn">The time of these privileges is over: nothing is granted any more.</Note>
        )}
        {privileges?.needsReview && <ReviewNote />}
        <FormHint>{inWords(valuesOf(privileges), role, wholeOf(moderator))}</FormHint>
        {privileges && <Granted privileges={privileges} />}
      </Stack>
      {privileges && (
        <FactSection title="Where, over whom, until when">
          {named.length === 0 && <Fact name="Places">All of {wholeOf(moderator)}</Fact>}
          {named.map((list) => (
            <Fact key={list} name={AREA_TITLES[list]}>
              {privileges[list].map(({ name }) => name).join(', ')}
            </Fact>
          ))}
          <Fact name="Manages">{roles || 'No role'}</Fact>
          <Fact name="Valid until">
            <ValidUntil privileges={privileges} />
          </Fact>
        </FactSection>
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
  const small = useMediaQuery(belowWidth('sm'));
  const { id, phone, email, firstName, lastName, role, status, assignment } = moderator;
  return (
    <Modal opened onClose={onClose} title="Moderator Details" size={640} fullScreen={small} centered={false}>
      <Stack gap="md">
        <PersonLine person={moderator} detail={ROLES[role].title} size={72}>
          <UserStatusChip status={status} />
        </PersonLine>
        <FactSection title="Person">
          <Fact name="Phone">
            <a href={`tel:${phone}`}>{formatPhone(phone)}</a>
          </Fact>
          <Fact name="Email">{email ? <a href={`mailto:${email}`}>{email}</a> : '-'}</Fact>
          <Fact name="First name">{firstName ?? '-'}</Fact>
          <Fact name="Last name">{lastName ?? '-'}</Fact>
          <Fact name="Area">{areaText(assignment)}</Fact>
          <Fact name="Created">{formatExact(moderator.createdAt)}</Fact>
          <Fact name="Last login">
            <LastLogin lastLogin={moderator.lastLogin} />
          </Fact>
        </FactSection>
        <PrivilegeSection moderator={moderator} />
        <FormFoot>
          <Button variant="default" component={Link} to={`/users/${id}`}>
            Open in User Management
          </Button>
          {status === 'ACTIVE' && (
            <Button variant="outline" color="danger" onClick={() => onTask({ act: 'deactivate', moderator })}>
              Deactivate
            </Button>
          )}
          <Button onClick={() => onTask({ act: 'privileges', moderator })}>Edit privileges</Button>
        </FormFoot>
      </Stack>
    </Modal>
  );
}
