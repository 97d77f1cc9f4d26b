import type { User } from '@ec/contract/users/schemas';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../lib/http/api-error.ts';
import { userChoice } from './person-text.ts';
import { api } from '../../lib/http/api.ts';

/** Users of the reader's area whose name or phone contains the text, the first of them. */
export const foundUsersQuery = (q: string) =>
  queryOptions({
    queryKey: ['users', 'found', q],
    queryFn: ({ signal }) => api.call('GET /users', { query: { q, pageSize: 20, page: 1 }, signal }),
    placeholderData: keepPreviousData,
  });

interface UserPickerProps {
  value: User | null;
  onChange: (user: User | null) => void;
  /** Only people with whom this can be done. */
  may: (user: User) => boolean;
}

/** Picks a user of the reader's area by a part of the name or phone. */
export function UserPicker({ value, onChange, may }: UserPickerProps) {
  const [text, setText] = useState('');
  const typed = value && text === userChoice(value) ? '' : text.trim();
  const [q] = useDebouncedValue(typed, 250);
  const found = useQuery(foundUsersQuery(q));
  const users = (found.data?.users ?? []).filter(may);
  const shown = value && !users.some(({ id }) => id === value.id) ? [value, ...users] : users;
  const message = found.error
    ? errorMessage(found.error)
    : found.isFetching
      ? 'Searching…'
      : (found.data?.total ?? 0) > (found.data?.users.length ?? 0)
        ? 'Type more of the name or phone: many match'
        : 'No user found with whom this can be done';
  return (
    <Select
      label="Person"
      required
      placeholder="Search by part of a name or phone"
      data={shown.map((user) => ({ value: user.id, label: userChoice(user) }))}
      value={value?.id ?? null}
      onChange={(id) => onChange(shown.find((user) => user.id === id) ?? null)}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The server has searched, by phone too, which is no part of what is shown.
      filter={({ options }) => options}
      nothingFoundMessage={message}
    />
  );
}
