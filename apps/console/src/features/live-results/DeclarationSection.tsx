import type { Basis } from '@ec/contract/base/common';
import type { ContestDeclaration, Declaration, Seats } from '@ec/contract/elections/declaration';
import { useQuery } from '@tanstack/react-query';
import { PartySwatch } from '../../domain/results/PartyLooks.tsx';
import { type Column, DataTable } from '../../components/list/DataTable.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { declarationBasis, DeclarationPanel } from '../../domain/declaration/DeclarationPanel.tsx';
import { formatCount, formatNumber } from '../../lib/format/format.ts';
import { declarationQuery, type LiveSubject } from './api.ts';

/** The test of the contest in question; for an election of several contests, how many each party leads. */
export function DeclarationSection({ subject, basis }: { subject: LiveSubject; basis: Basis }) {
  const { data, error, refetch, isPlaceholderData } = useQuery(declarationQuery(subject, basis));
  if (error && !data) {
    return (
      <Panel>
        <ErrorView title="The declaration test could not be loaded" error={error} onRetry={refetch} />
      </Panel>
    );
  }
  if (!data) return null;
  return (
    <div data-stale={isPlaceholderData || undefined}>
      {isChosen(data) ? (
        <DeclarationPanel
          declaration={data}
          actions={<MayLink to={`/affected-units?election=${subject.electionId}`}>Units that did not hold</MayLink>}
        />
      ) : (
        <SeatsPanel declaration={data} />
      )}
    </div>
  );
}

const isChosen = (declaration: Declaration): declaration is Declaration & ContestDeclaration =>
  declaration.contest !== null;

const COLUMNS: Column<Seats>[] = [
  { key: 'party', header: 'Party', cell: ({ code }) => <PartySwatch party={code} /> },
  { key: 'led', header: 'Leads', numeric: true, cell: ({ led }) => formatNumber(led) },
  { key: 'decided', header: 'Decided', numeric: true, cell: ({ decided }) => formatNumber(decided) },
];

/** Contests by leading party: led on the figures so far, and decided by them. */
function SeatsPanel({ declaration }: { declaration: Declaration }) {
  const { contests, seats } = declaration;
  const decided = contests.filter((row) => row.decided).length;
  return (
    <Panel
      flush
      title="Seats by leading party"
      note={`${declarationBasis(declaration)} · ${formatNumber(decided)} of ${formatCount(contests.length, 'contest')} decided by the figures held`}
    >
      <DataTable
        label="Seats by leading party"
        columns={COLUMNS}
        rows={seats}
        rowKey={({ code }) => code}
        empty={
          <EmptyState
            title={contests.length === 0 ? 'No contest lies in this area as a whole' : 'No votes counted yet'}
          />
        }
      />
    </Panel>
  );
}
