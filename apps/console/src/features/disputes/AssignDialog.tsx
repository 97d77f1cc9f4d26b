import type { Assignees, DisputeDetail } from '@ec/contract/disputes/schemas';
import { Button, Modal, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CallLink } from '../../domain/people/CallLink.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Note } from '../../components/page/Note.tsx';
import { SearchField } from '../../components/list/SearchField.tsx';
import { belowWidth } from '../../lib/device/breakpoints.ts';
import { errorMessage } from '../../lib/http/api-error.ts';
import { roleTitle } from '../../domain/people/person-text.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { assigneesQuery } from './api.ts';
import styles from './dispute.module.css';
import { unitText } from './labels.ts';

type Candidate = Assignees['people'][number];

interface AssignDialogProps {
  dispute: DisputeDetail;
  /** Id of the person to whom it is being assigned; null while nothing is sent. */
  pending: string | null;
  error: unknown;
  onGive: (person: Candidate) => void;
  onClose: () => void;
}

interface CandidateRowProps extends Pick<AssignDialogProps, 'pending' | 'onGive'> {
  person: Candidate;
  /** True for the current assignee. */
  has: boolean;
}

function CandidateRow({ person, has, pending, onGive }: CandidateRowProps) {
  const { user } = useCurrentMe();
  return (
    <li className={styles.candidate}>
      <div>
        <div className="medium breaks">
          {person.name}
          {person.id === user.id && ' (you)'}
        </div>
        <div className="quiet">
          {roleTitle(person.role)}, {person.area}
        </div>
        {person.phone && <CallLink person={{ name: person.name, phone: person.phone }} />}
      </div>
      {has ? (
        <span className="quiet">Assigned</span>
      ) : (
        <Button
          variant="default"
          aria-label={`Assign to ${person.name}`}
          loading={pending === person.id}
          disabled={pending !== null}
          onClick={() => onGive(person)}
        >
          Assign
        </Button>
      )}
    </li>
  );
}

/** Those who could resolve the dispute, the nearest first, and whom to call. */
export function AssignDialog({ dispute, pending, error, onGive, onClose }: AssignDialogProps) {
  const phone = useMediaQuery(belowWidth('sm'));
  const [q, setQ] = useState('');
  const list = useQuery(assigneesQuery(dispute.id, q));
  const people = list.data?.people;
  return (
    <Modal opened onClose={onClose} title="Assign the dispute" size={560} fullScreen={phone ?? false}>
      <p style={{ marginTop: 0 }}>
        The assignee of the dispute about {unitText(dispute)} is notified. They are above the person who raised it, and
        their area holds the unit.
      </p>
      <SearchField value={q} onChange={setQ} placeholder="Part of a name or phone" />
      {error !== null && (
        <div className={styles.comment}>
          <Note kind="bad" role="alert">
            {errorMessage(error)}
          </Note>
        </div>
      )}
      {list.error && !people ? (
        <ErrorView title="The people could not be loaded" error={list.error} onRetry={list.refetch} />
      ) : !people ? (
        <div role="status" aria-label="Loading people" className={styles.people}>
          <Skeleton height={60} mb={8} />
          <Skeleton height={60} mb={8} />
          <Skeleton height={60} />
        </div>
      ) : people.length === 0 ? (
        <EmptyState title={q ? 'No user of that name could resolve it.' : 'No user could resolve it at the moment.'}>
          {q
            ? 'Look for another part of the name or phone.'
            : 'No active administrator is above the person who raised it. Ask the national office.'}
        </EmptyState>
      ) : (
        <ul className={styles.people} aria-label="People who could resolve it">
          {people.map((person) => (
            <CandidateRow
              key={person.id}
              person={person}
              has={person.id === dispute.assignee?.id}
              pending={pending}
              onGive={onGive}
            />
          ))}
        </ul>
      )}
    </Modal>
  );
}
