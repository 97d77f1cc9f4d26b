import type { PersonLink } from '@ec/contract/base/common';
import { Radio, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { SearchField } from '../../components/list/SearchField.tsx';
import { personHint } from '../../domain/people/person-text.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import styles from './alerts.module.css';
import { type OwnersOf, ownersQuery } from './api.ts';
import { personIn } from './AlertParts.tsx';

export type Owner = Pick<PersonLink, 'id' | 'name' | 'role'>;

interface OwnerPickerProps {
  id: string;
  of: OwnersOf;
  value: Owner | null;
  onChange: (owner: Owner) => void;
}

/** Administrators whose area holds the places of the alerts, the nearest first. */
export function OwnerPicker({ id, of, value, onChange }: OwnerPickerProps) {
  const { user } = useCurrentMe();
  const [q, setQ] = useState('');
  const list = useQuery(ownersQuery(of, q));
  const people = list.data?.people.filter((person) => person.id !== user.id);
  const hidden = value && people && people.every((person) => person.id !== value.id);
  return (
    <div id={id} tabIndex={-1} role="group" aria-label="Another user">
      <SearchField value={q} onChange={setQ} placeholder="Part of a name" />
      {hidden && <p className="hint">Chosen: {personIn(value)}</p>}
      {list.error && !people ? (
        <ErrorView title="The people could not be loaded" error={list.error} onRetry={list.refetch} />
      ) : !people ? (
        <div role="status" aria-label="Loading people" className="loading">
          <Skeleton height={44} />
          <Skeleton height={44} />
        </div>
      ) : people.length === 0 ? (
        <EmptyState title={q ? 'No user of that name could take it.' : 'No other user could take it at the moment.'}>
          {q ? 'Look for another part of the name.' : 'No other active administrator has this place in their area.'}
        </EmptyState>
      ) : (
        <Radio.Group
          aria-label="People who could take it"
          className={styles.people ?? ''}
          value={value?.id ?? null}
          onChange={(chosen) => {
            const person = people.find((each) => each.id === chosen);
            if (person) onChange(person);
          }}
        >
          {people.map((person) => (
            <Radio
              key={person.id}
              value={person.id}
              classNames={{ body: 'middle', label: 'thumb' }}
              label={`${person.name}, ${personHint(person)}`}
            />
          ))}
        </Radio.Group>
      )}
    </div>
  );
}
