import type { ReviewAuditList } from '@ec/contract/review-audits/schemas';
import { auditTitle } from '@ec/contract/review-audits/words';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FilterSelect } from '../../components/list/FilterSelect.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { MayLink, NeedsWrite } from '../../components/page/MayLink.tsx';
import { Note } from '../../components/page/Note.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { resultElectionsQuery } from '../../domain/elections/result-elections.ts';
import { AuditStatement, reviewAuditsQuery } from '../../domain/review-audits/AuditStatement.tsx';
import { formatCount, formatExact } from '../../lib/format/format.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { type AuditFilters, FILTERS, useAuditNews } from './api.ts';
import { AuditPanel } from './AuditPanel.tsx';
import { DrawDialog } from './DrawDialog.tsx';

/** What would keep a draw from being entered, or from being made. */
function Standing({ data }: { data: ReviewAuditList }) {
  const open = data.audits.some(({ closed }) => closed === null);
  if (data.transcribers === 0) {
    return (
      <Note kind="warn">
        There is no active transcriber, so drawn sheets wait. Name some under{' '}
        <MayLink to="/second-entries/transcribers">Transcribers</MayLink>.
      </Note>
    );
  }
  if (data.verified === 0 && !open) {
    return <Note kind="info">This election has no verified official sheet yet, so there is nothing to draw from.</Note>;
  }
  return null;
}

interface AuditsProps {
  data: ReviewAuditList;
  filters: AuditFilters;
  onFilter: (change: Partial<AuditFilters>) => void;
}

function Audits({ data, filters, onFilter }: AuditsProps) {
  const shown = data.audits.find(({ number }) => String(number) === filters.audit) ?? data.audits[0];
  if (!shown) {
    return (
      <Panel>
        <EmptyState title="No sheet of this election was drawn for an audit yet.">
          Verified sheets are drawn by a seed and entered again from their photos. With no error among 100 of them, at
          most 2.95% of all verified sheets are wrong, at 95% confidence. What is found is printed with the totals.
        </EmptyState>
      </Panel>
    );
  }
  const others = data.audits.filter(({ id }) => id !== shown.id);
  return (
    <>
      <AuditPanel key={shown.id} audit={shown} filters={filters} onFilter={onFilter} />
      {others.map((audit) => (
        <Panel
          key={audit.id}
          title={auditTitle(audit)}
          actions={
            <Button
              variant="default"
              aria-label={`Show the sheets of audit no. ${audit.number}`}
              onClick={() => onFilter({ audit: String(audit.number), outcome: '', page: '1' })}
            >
              Show its sheets
            </Button>
          }
        >
          <AuditStatement audit={audit} />
        </Panel>
      ))}
    </>
  );
}

/** Audits of our own reviewing: verified sheets that are drawn, entered again blind, and the bound that follows. */
export function ReviewAuditsPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const elections = useQuery(resultElectionsQuery);
  const election = elections.data?.find(({ id }) => id === filters.election) ?? elections.data?.[0];
  const { data, error, refetch } = useQuery(reviewAuditsQuery(election?.id ?? ''));
  const [drawing, setDrawing] = useState(false);
  useAuditNews(election?.id ?? '');
  const failed = (elections.error && !elections.data) || (error && !data);
  return (
    <Page
      title="Review audits"
      context={data && `${formatCount(data.verified, 'verified official sheet')} as of ${formatExact(data.asOf)}`}
      contextComes={1}
      actions={
        data?.can.draw && (
          <Button onClick={() => setDrawing(true)} disabled={election === undefined}>
            Draw sheets
          </Button>
        )
      }
    >
      <NeedsWrite module="disputes" />
      <div className="shelf start">
        <FilterSelect
          wide
          label="Election"
          data={(elections.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={election?.id ?? ''}
          onChange={(id) => setFilters({ ...FILTERS, election: id })}
        />
      </div>
      {failed ? (
        <Panel>
          <ErrorView
            title="The review audits could not be loaded"
            error={elections.error ?? error}
            onRetry={elections.data ? refetch : elections.refetch}
          />
        </Panel>
      ) : elections.data && !election ? (
        <Panel>
          <EmptyState title="No election has results yet.">
            Verified sheets are drawn once an election has gone live.
          </EmptyState>
        </Panel>
      ) : data ? (
        <>
          <Standing data={data} />
          <Audits data={data} filters={filters} onFilter={setFilters} />
        </>
      ) : (
        <Skeleton height={240} aria-label="Loading the review audits" />
      )}
      {drawing && data && election && (
        <DrawDialog election={election} verified={data.verified} onClose={() => setDrawing(false)} />
      )}
    </Page>
  );
}
