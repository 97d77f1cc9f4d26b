import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { summaryQuery, userQuery } from '../api.ts';
import { FormDialog } from '../../../components/form/FormDialog.tsx';
import { InviteResult } from '../InviteCode.tsx';
import { notifyDone, notifyRequested } from '../tasks.ts';
import { useRolesInReach } from '../../../domain/places/use-places.ts';
import type { Done, UserFormOptions } from './use-user-form.ts';
import { UserForm } from './UserForm.tsx';

type Inner = Omit<UserFormOptions, 'user' | 'roles' | 'path' | 'office'>;

/** The form for a new person, once it is known which roles the reader may give; by a request where `path` says so. */
export function NewUserForm({ path, ...props }: Inner & { path?: 'request' }) {
  const { data, error, refetch } = useQuery(summaryQuery);
  const roles = useRolesInReach(data?.can.roles ?? []);
  if (!data) {
    return error ? (
      <ErrorView title="The form could not be loaded" error={error} onRetry={refetch} />
    ) : (
      <Skeleton height={320} />
    );
  }
  const { create } = data.can;
  if (create === 'no' || roles.length === 0) {
    return <EmptyState title="You may not create users">Ask the administrator who manages your account.</EmptyState>;
  }
  return <UserForm {...props} user={null} roles={roles} path={path ?? create} office={data.secondPerson} />;
}

/** The form for changes, once the person as they are now is loaded. */
export function ExistingUserForm({ id, path, ...props }: Inner & { id: string; path?: 'request' }) {
  // The person as they are now, not as a list knew them; what may be done with them stays as it was from then on.
  const { data, error, refetch, isSuccess, isFetchedAfterMount } = useQuery({
    ...userQuery(id),
    refetchOnMount: 'always',
  });
  const office = useQuery(summaryQuery).data?.secondPerson ?? null;
  const [opened, setOpened] = useState<typeof data>();
  const given = useRolesInReach(opened?.roles ?? []);
  if (isSuccess && isFetchedAfterMount && !opened) setOpened(data);
  if (!opened || !data) {
    return error ? (
      <ErrorView title="The person could not be loaded" error={error} onRetry={refetch} />
    ) : (
      <Skeleton height={320} />
    );
  }
  if (opened.can.edit === 'no') {
    return (
      <EmptyState title={`You may not change ${opened.name}`}>Their role or place has changed meanwhile.</EmptyState>
    );
  }
  return (
    <UserForm
      {...props}
      user={data}
      roles={[...new Set([opened.role, ...given])]}
      path={path ?? opened.can.edit}
      office={office}
    />
  );
}

/** What is shown of an outcome in the corner of the screen. */
export function showOutcome(done: Done, created: boolean): void {
  if (!done.user) notifyRequested(done.requestId);
  else notifyDone(created ? 'User created successfully!' : 'User updated successfully!', done.user);
}

/** Creates a person or changes one. What was typed is only dropped after a question. */
export function UserFormDialog({ user, onClose }: { user: { id: string; name: string } | null; onClose: () => void }) {
  const [created, setCreated] = useState<Done['user']>(null);
  const done = (outcome: Done) => {
    showOutcome(outcome, user === null);
    if (user === null && outcome.user?.invite) setCreated(outcome.user);
    else onClose();
  };
  if (created) return <InviteResult user={created} onClose={onClose} />;
  return (
    <FormDialog
      title={user ? `Edit ${user.name}` : 'Create User'}
      about={user ? user.name : 'the new user'}
      onClose={onClose}
    >
      {user ? <ExistingUserForm id={user.id} onDone={done} /> : <NewUserForm onDone={done} />}
    </FormDialog>
  );
}
