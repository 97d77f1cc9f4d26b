import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CollationReceipt } from '@ec/contract/collations/schemas';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { Page } from '../../../components/page/Page.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { resultElectionsQuery } from '../../../domain/elections/result-elections.ts';
import { PartyLooks } from '../../../domain/results/PartyLooks.tsx';
import { useCurrentMe } from '../../../lib/session/session.ts';
import { blankQuery, deskQuery, type FormChoice } from '../api.ts';
import { EntryForm } from './EntryForm.tsx';
import { Receipt } from './Receipt.tsx';
import { useEntryDraft } from './use-entry-draft.ts';

function choiceIn(params: URLSearchParams): FormChoice {
  const constituency = params.get('constituency');
  return {
    electionId: params.get('election') ?? '',
    area: params.get('area') ?? '',
    formCode: params.get('form') ?? '',
    ...(constituency && { constituency }),
  };
}

/** One form of a collation centre, copied from the paper. Nothing of our own figures is loaded here. */
export function EnterPage() {
  const [params] = useSearchParams();
  const choice = choiceIn(params);
  const { user } = useCurrentMe();
  const blank = useQuery(blankQuery(choice));
  const desk = useQuery(deskQuery);
  const ballot = useQuery(resultElectionsQuery).data?.find(({ id }) => id === choice.electionId);
  const slot = [user.id, choice.electionId, 'collation', choice.formCode, choice.area, choice.constituency]
    .filter(Boolean)
    .join('/');
  const draft = useEntryDraft(slot, blank.data);
  const [receipt, setReceipt] = useState<CollationReceipt | null>(null);
  const election = desk.data?.forms.find(({ electionId }) => electionId === choice.electionId)?.electionName;
  const form = blank.data;
  const title = form ? `${form.formCode}, ${form.area.name}` : 'Form';

  if (form && receipt) {
    return (
      <Page title={title} context={election} contextComes={1}>
        <Receipt receipt={receipt} form={form} />
      </Page>
    );
  }
  return (
    <Page title={title} context={election && `${election} · ${form?.area.code ?? ''}`} contextComes={1}>
      {form && draft.draft ? (
        <PartyLooks of={ballot}>
          <EntryForm
            key={slot}
            form={form}
            choice={choice}
            draft={draft.draft}
            found={draft.found}
            keeper={draft}
            onDone={setReceipt}
          />
        </PartyLooks>
      ) : blank.error ? (
        <Panel>
          <ErrorView title="The form could not be loaded" error={blank.error} onRetry={blank.refetch} />
        </Panel>
      ) : (
        <div className="loading" role="status" aria-label="Loading the form">
          <Skeleton height={60} />
          <Skeleton height={360} />
        </div>
      )}
    </Page>
  );
}
