import type { Election } from '@ec/contract/elections/schemas';
import { gatePanel } from '@ec/contract/permissions/decide-access';
import { Button, Skeleton } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { useListAddress } from '../../../lib/hooks/use-list-address.ts';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { Page } from '../../../components/page/Page.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { notifySuccess } from '../../../lib/hooks/notify.ts';
import { electionQuery, useEditing } from '../api.ts';
import { ElectionForm } from './ElectionForm.tsx';

/** The page for a new election. */
export function NewElectionPage() {
  return <FormPage title="Create Election">{() => <SavedForm election={null} />}</FormPage>;
}

/** The page for changes of an election, once it is loaded as it is now. */
export function EditElectionPage() {
  const { id = '' } = useParams();
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...electionQuery(id), refetchOnMount: 'always' });
  // What may be done with it stays as it was when the form was opened.
  const [opened, setOpened] = useState<Election>();
  if (data && isFetchedAfterMount && opened?.id !== id) setOpened(data);
  const election = opened?.id === id && data ? { ...data, can: opened.can } : undefined;
  return (
    <FormPage title={data ? `Edit ${data.name}` : 'Edit election'}>
      {() =>
        !election ? (
          error ? (
            <Panel>
              <ErrorView title="The election could not be loaded" error={error} onRetry={refetch} />
            </Panel>
          ) : (
            <Skeleton height={320} />
          )
        ) : election.can.edit ? (
          <SavedForm key={id} election={election} />
        ) : (
          <Panel>
            <EmptyState title={`You may not change ${election.name}`}>
              It is archived, or covers places outside your area.
            </EmptyState>
          </Panel>
        )
      }
    </FormPage>
  );
}

/** The form for those who may create and change elections; others see which access they lack. */
function FormPage({ title, children }: { title: string; children: () => ReactNode }) {
  const list = useListAddress('/elections');
  const decision = useEditing();
  const denied = decision.allowed ? null : gatePanel(decision);
  return (
    <Page
      title={title}
      actions={
        <Button component={Link} to={list} variant="default">
          All elections
        </Button>
      }
    >
      {denied ? (
        <Panel>
          <div className="gate" role="alert">
            <IconLock size={28} aria-hidden className="faint" />
            <h2>{denied.title}</h2>
            {denied.lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        </Panel>
      ) : (
        children()
      )}
    </Page>
  );
}

function SavedForm({ election }: { election: Election | null }) {
  const list = useListAddress('/elections');
  const [saved, setSaved] = useState(false);
  if (saved) return <Navigate to={list} replace />;
  const onSaved = (done: Election) => {
    const link = { to: `/elections?view=${done.id}`, label: `View ${done.name}` };
    notifySuccess(election ? 'Election saved.' : 'Election created successfully!', { link });
    setSaved(true);
  };
  return <ElectionForm election={election} list={list} onSaved={onSaved} />;
}
