import { ROLES } from '@ec/contract/permissions/roles';
import { PLACE_FIELDS, PLACE_TITLES, type UserDetail, type UserPlace } from '@ec/contract/users/schemas';
import { Button, Modal, Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Fact, FactSection } from '../../components/figure/Facts.tsx';
import { FormFoot } from '../../components/form/Form.tsx';
import { InviteCode } from '../../domain/people/InviteCode.tsx';
import { PersonLine } from '../../domain/people/PersonLine.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { belowWidth } from '../../lib/device/breakpoints.ts';
import { formatExact, formatNumber, formatPhone } from '../../lib/format/format.ts';
import { userQuery } from './api.ts';
import { NOT_ASSIGNED } from './labels.ts';
import { actionsFor, type Task } from './tasks.ts';
import { PersonActivity } from './PersonActivity.tsx';
import { StatusCell } from './UserParts.tsx';

const NONE = '-';

/** Each level of a place by name; what lies below it has none. The nation, and no place at all, are one line. */
function PlaceSection({ title, place }: { title: string; place: UserPlace | null }) {
  return (
    <FactSection title={title}>
      {!place || place.type === 'national' ? (
        <Fact name="Area">{place?.name ?? NOT_ASSIGNED}</Fact>
      ) : (
        Object.values(PLACE_FIELDS).map((type) => (
          <Fact key={type} name={PLACE_TITLES[type]}>
            {place.chain.find((link) => link.type === type)?.name ?? NONE}
          </Fact>
        ))
      )}
    </FactSection>
  );
}

/** 3 of 240: a count of mistakes says nothing without the number of sheets. Nothing for a person who sends no sheets. */
function Checked({ user: { sheetsChecked } }: { user: UserDetail }) {
  if (!sheetsChecked) return null;
  const { wrong, entered } = sheetsChecked;
  return (
    <Fact name="Sheets found wrong">
      {entered === 0
        ? 'None entered a second time yet'
        : `${formatNumber(wrong)} of ${formatNumber(entered)} entered a second time`}
    </Fact>
  );
}

function Sections({ user }: { user: UserDetail }) {
  const { phone, email, firstName, lastName, role, assignment, personalLocation } = user;
  return (
    <>
      <FactSection title="Contact Information">
        <Fact name="Phone">
          <a href={`tel:${phone}`}>{formatPhone(phone)}</a>
        </Fact>
        <Fact name="Email">{email ? <a href={`mailto:${email}`}>{email}</a> : NONE}</Fact>
      </FactSection>
      <FactSection title="Personal Information">
        <Fact name="Full name">{user.name}</Fact>
        <Fact name="First name">{firstName ?? NONE}</Fact>
        <Fact name="Last name">{lastName ?? NONE}</Fact>
        <Fact name="Role">{ROLES[role].title}</Fact>
      </FactSection>
      <PlaceSection title="Personal Location" place={personalLocation} />
      <PlaceSection title="Assigned Location" place={assignment} />
      <FactSection title="Account Information">
        <Fact name="Created">{formatExact(user.createdAt)}</Fact>
        <Fact name="Last updated">{formatExact(user.updatedAt)}</Fact>
        <Fact name="Last login">{user.lastLogin ? formatExact(user.lastLogin) : 'Never'}</Fact>
        <Fact name="2FA enabled">{user.is2faEnabled ? 'Yes' : 'No'}</Fact>
        <Checked user={user} />
        <Fact name="Invite code">{user.invite ? <InviteCode key={user.id} user={user} /> : NONE}</Fact>
      </FactSection>
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
  const small = useMediaQuery(belowWidth('sm'));
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
        <Stack gap="md">
          <PersonLine person={user} detail={ROLES[user.role].title} size={72}>
            <StatusCell user={user} />
          </PersonLine>
          <Sections user={user} />
          <PersonActivity userId={user.id} />
          <FormFoot>
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
          </FormFoot>
        </Stack>
      ) : (
        <div role="status" aria-label="Loading the user">
          <Skeleton height={72} mb={14} />
          <Skeleton height={280} />
        </div>
      )}
    </Modal>
  );
}
