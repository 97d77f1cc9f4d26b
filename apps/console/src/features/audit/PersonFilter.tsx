import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { foundUsersQuery } from '../../domain/people/UserPicker.tsx';
import { userChoice } from '../../domain/people/person-text.ts';
import { errorMessage } from '../../lib/http/api-error.ts';
import { personQuery } from './api.ts';

interface PersonFilterProps {
  /** Id of the person; empty for everybody. */
  value: string;
  onChange: (id: string) => void;
  disabled: boolean;
}

/** Picks the user whose entries are shown, by a part of the name or phone. */
export function PersonFilter({ value, onChange, disabled }: PersonFilterProps) {
  const [text, setText] = useState('');
  const chosen = useQuery(personQuery(value));
  const typed = chosen.data && text === userChoice(chosen.data) ? '' : text.trim();
  const [q] = useDebouncedValue(typed, 250);
  const found = useQuery({ ...foundUsersQuery(q), enabled: !disabled });
  const people = (found.data?.users ?? []).filter(({ id }) => id !== value);
  const options = people.map((user) => ({ value: user.id as string, label: userChoice(user) }));
  if (value) options.unshift({ value, label: chosen.data ? userChoice(chosen.data) : `User ${value}` });
  const message = found.error
    ? errorMessage(found.error)
    : found.isFetching
      ? 'Searching…'
      : 'No user found by this part of a name or phone';
  return (
    <Select
      label="User"
      placeholder={disabled ? 'The system' : 'Part of a name or phone'}
      data={options}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      searchable
      searchValue={text}
      onSearchChange={setText}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear User', 'aria-hidden': false, tabIndex: 0 }}
      disabled={disabled}
      // The server has searched, by phone too, which is no part of what is shown.
      filter={({ options: all }) => all}
      nothingFoundMessage={message}
    />
  );
}
