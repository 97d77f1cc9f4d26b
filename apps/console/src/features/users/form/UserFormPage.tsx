import { SETTABLE_STATUSES } from '@ec/contract/users/schemas';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, Navigate, useParams, useSearchParams } from 'react-router';
import { useListAddress } from '../../../lib/hooks/use-list-address.ts';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { Page } from '../../../components/page/Page.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { InviteResult } from '../../../domain/people/InviteCode.tsx';
import { useRolesInReach } from '../../../domain/places/use-places.ts';
import { summaryQuery, userQuery } from '../api.ts';
import { whoText } from '../labels.ts';
import { notifyDone, notifyRequested } from '../tasks.ts';
import type { Done, UserFormOptions } from './use-user-form.ts';
import { UserForm } from './UserForm.tsx';

/** What the address asks for besides the person: a request where a change could be made at once, and a status to begin with. */
function useAsked() {
  const [params] = useSearchParams();
  return {
    path: params.get('as') === 'request' ? ('request' as const) : undefined,
    status: SETTABLE_STATUSES.find((status) => status === params.get('status')),
  };
}

/** The page for a new person, once it is known which roles the reader may give. */
export function NewUserPage() {
  const { path } = useAsked();
  const { data, error, refetch } = useQuery(summaryQuery);
  const roles = useRolesInReach(data?.can.roles ?? []);
  return (
    <FormPage title="Create User" error={error} failed="The form could not be loaded" onRetry={refetch}>
      {data &&
        (data.can.create === 'no' || roles.length === 0 ? (
          <Panel>
            <EmptyState title="You may not create users">Ask the administrator who manages your account.</EmptyState>
          </Panel>
        ) : (
          <SavedForm user={null} roles={roles} path={path ?? data.can.create} office={data.secondPerson} />
        ))}
    </FormPage>
  );
}

/** The page for changes, once the person as they are now is loaded. */
export function EditUserPage() {
  const { id = '' } = useParams();
  const { path, status } = useAsked();
  // The person as they are now, not as a list knew them; what may be done with them stays as it was from then on.
  const { data, error, refetch, isSuccess, isFetchedAfterMount } = useQuery({
    ...userQuery(id),
    refetchOnMount: 'always',
  });
  const office = useQuery(summaryQuery).data?.secondPerson ?? null;
  const [kept, setOpened] = useState<typeof data>();
  const opened = kept?.id === id ? kept : undefined;
  const given = useRolesInReach(opened?.roles ?? []);
  if (isSuccess && isFetchedAfterMount && !opened) setOpened(data);
  return (
    <FormPage
      title={data ? `Edit ${data.name}` : 'Edit User'}
      error={error}
      failed="The person could not be loaded"
      onRetry={refetch}
    >
      {opened &&
        data &&
        (opened.can.edit === 'no' ? (
          <Panel>
            <EmptyState title={`You may not change ${opened.name}`}>
              Your rights do not reach them, or their role or place has changed meanwhile.
            </EmptyState>
          </Panel>
        ) : (
          <SavedForm
            key={id}
            user={data}
            roles={[...new Set([opened.role, ...given])]}
            path={path ?? opened.can.edit}
            office={office}
            status={status}
          />
        ))}
    </FormPage>
  );
}

interface FormPageProps {
  title: string;
  error: unknown;
  failed: string;
  onRetry: () => unknown;
  /** The form, once all that it needs is loaded. */
  children: ReactNode;
}

function FormPage({ title, error, failed, onRetry, children }: FormPageProps) {
  const list = useListAddress('/users');
  return (
    <Page
      title={title}
      actions={
        <Button component={Link} to={list} variant="default">
          All users
        </Button>
      }
    >
      {children ||
        (error ? (
          <Panel>
            <ErrorView title={failed} error={error} onRetry={onRetry} />
          </Panel>
        ) : (
          <Skeleton height={320} />
        ))}
    </Page>
  );
}

/** The form until it is saved, then the invite of a new person, then the list. */
function SavedForm(options: Omit<UserFormOptions, 'onDone'>) {
  const list = useListAddress('/users');
  const [created, setCreated] = useState<Done['user']>(null);
  const [over, setOver] = useState(false);
  const isNew = options.user === null;
  const done = ({ user, requestId }: Done) => {
    if (!user) notifyRequested(requestId);
    else notifyDone(isNew ? 'User created successfully!' : 'User updated successfully!', user);
    if (isNew && user?.invite) setCreated(user);
    else setOver(true);
  };
  if (over) return <Navigate to={list} replace />;
  if (created) {
    return (
      <InviteResult
        user={created}
        title="User created successfully!"
        who={whoText(created)}
        onClose={() => setOver(true)}
      />
    );
  }
  return <UserForm {...options} list={list} onDone={done} />;
}
