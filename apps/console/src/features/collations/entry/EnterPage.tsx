import { ElectionId } from '@ec/contract/base/common';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CollationReceipt } from '@ec/contract/collations/schemas';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Page } from '../../../components/page/Page.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { resultElectionsQuery } from '../../../domain/elections/result-elections.ts';
import { PartyLooks } from '../../../domain/results/PartyLooks.tsx';
import { useCurrentMe } from '../../../lib/session/session.ts';
import { blankQuery, deskQuery, type FormChoice } from '../api.ts';
import { formName } from '../labels.ts';
import { LoadError, WrongAddress } from '../LoadError.tsx';
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

/** Whether the address names an election, a place and a form. */
const namesForm = ({ electionId, area, formCode }: FormChoice): boolean =>
  ElectionId.safeParse(electionId).success && area !== '' && formCode !== '';

/** One form of a collation centre, copied from the paper. Nothing of our own figures is loaded here. */
export function EnterPage() {
  const [params] = useSearchParams();
  const choice = choiceIn(params);
  const { user } = useCurrentMe();
  const named = namesForm(choice);
  const blank = useQuery({ ...blankQuery(choice), enabled: named });
  const desk = useQuery(deskQuery);
  const ballot = useQuery(resultElectionsQuery).data?.find(({ id }) => id === choice.electionId);
  const slot = [user.id, choice.electionId, 'collation', choice.formCode, choice.area, choice.constituency]
    .filter(Boolean)
    .join('/');
  const draft = useEntryDraft(slot, blank.data);
  const [receipt, setReceipt] = useState<CollationReceipt | null>(null);
  const election = desk.data?.forms.find(({ electionId }) => electionId === choice.electionId)?.electionName;
  const form = blank.data;
  const title = form ? formName(form) : 'Form';

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
      ) : !named ? (
        <Panel>
          <WrongAddress title="This address names no form." to="/collations" label="Your forms">
            It needs an election, a place and a form. Open the form from the list of your forms.
          </WrongAddress>
        </Panel>
      ) : blank.error ? (
        <Panel>
          <LoadError
            title="The form could not be loaded"
            error={blank.error}
            onRetry={blank.refetch}
            to="/collations"
            label="Your forms"
          />
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
