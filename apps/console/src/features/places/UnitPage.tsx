import type { UnitPage as UnitAnswer } from '@ec/contract/dashboards/schemas';
import type { Dispute } from '@ec/contract/disputes/schemas';
import { codeOf } from '@ec/contract/geography/location-id';
import type { LocationLink } from '@ec/contract/geography/schemas';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { useCountChoice } from '../../domain/elections/count-choice.ts';
import { LoadError, PerformanceSkeleton } from '../../domain/performance/LoadError.tsx';
import { livePath } from '../../domain/performance/words.ts';
import { capital } from '../../domain/results/labels.ts';
import { useMayOpen } from '../../lib/session/may-open.ts';
import { formatClock, formatCount, formatDay, formatMinute } from '../../lib/format/format.ts';
import { useCountNews } from '../../lib/stream/use-count-news.ts';
import { PLACES_KEY, unitQuery } from './api.ts';
import styles from './places.module.css';
import { Trail } from './Trail.tsx';
import { OfficersPanel, RegisterPanel } from './UnitPeople.tsx';
import { UnitResult } from './UnitResult.tsx';

const FAILED = 'The polling unit could not be loaded';

/** Elections of the unit that nothing has come for. */
function Missing({ missing }: Pick<UnitAnswer, 'missing'>) {
  if (missing.length === 0) return null;
  return (
    <Panel title="No result yet">
      <ul className={`tight gap-10 ${styles.list}`}>
        {missing.map((election) => (
          <li key={election.id}>
            <span className={`strong links ${styles.name}`}>{election.name}</span>
            <div className="hint">
              {capital(election.status)}, election day {formatDay(election.electionDate)}, results until{' '}
              {formatMinute(election.deadline)}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Where the unit's votes stand beside those of its ward. */
function LiveLink({ ward }: { ward: LocationLink }) {
  const { choice, basis } = useCountChoice();
  const { electionId, source = 'official' } = choice;
  const election = electionId === undefined ? null : { id: electionId };
  const live = livePath({ election, source }, { id: ward.id, code: codeOf(ward.id) }, basis);
  if (!useMayOpen(live)) return null;
  return (
    <>
      {' · '}
      <Link to={live}>Votes by party: live results of {ward.name}</Link>
    </>
  );
}

/** A polling unit with all that is known of it. */
export function UnitPage() {
  const { id = '' } = useParams();
  const { data, error, refetch, dataUpdatedAt } = useQuery(unitQuery(id));
  useCountNews(PLACES_KEY, data && { area: data.unit.id });
  if (!data) {
    return (
      <Page title="Polling unit" context="…">
        {error ? (
          <LoadError title={FAILED} error={error} onRetry={refetch} />
        ) : (
          <PerformanceSkeleton label="Loading the polling unit" />
        )}
      </Page>
    );
  }
  const { unit, results, missing, disputes } = data;
  const ward = unit.chain.find(({ type }) => type === 'ward');
  return (
    <div className="stack gap-8">
      <Trail chain={unit.chain} />
      <Page
        title={unit.name}
        context={
          <>
            Polling unit {unit.code} · updated {formatClock(dataUpdatedAt)}
            {ward && <LiveLink ward={ward} />}
          </>
        }
      >
        <div className={`stack start ${styles.top}`}>
          <RegisterPanel unit={unit} />
          <OfficersPanel officers={data.officers} contact={data.contact} />
        </div>
        {results.map(({ election, result }) => (
          <UnitResult key={result.id} election={election} result={result} />
        ))}
        {results.length === 0 && missing.length === 0 && (
          <Panel>
            <EmptyState title="No election has covered this polling unit yet.">
              Its results appear here once one is live.
            </EmptyState>
          </Panel>
        )}
        <Missing missing={missing} />
        <UnitDisputes disputes={disputes} />
      </Page>
    </div>
  );
}

function stateOf({ status, resolvedAs }: Dispute) {
  if (status === 'open') return { tone: 'bad', label: 'Open' } as const;
  return { tone: 'ok', label: resolvedAs ? `Resolved: ${resolvedAs}` : 'Resolved' } as const;
}

/** The disputes that were raised on the unit's results. */
function UnitDisputes({ disputes }: { disputes: readonly Dispute[] }) {
  if (disputes.length === 0) return null;
  return (
    <Panel title="Disputes" note={formatCount(disputes.length, 'dispute')}>
      <ul className={`tight gap-10 ${styles.list}`} aria-label="Disputes">
        {disputes.map((dispute) => (
          <li key={dispute.id}>
            <StatusChip {...stateOf(dispute)} />{' '}
            <span className={`strong links ${styles.name}`}>
              <MayLink to={`/disputes/${dispute.id}`}>{dispute.reason}</MayLink>
            </span>
            <div className="hint">
              {dispute.electionName}, {dispute.source} count, version {dispute.version} · raised by{' '}
              {dispute.raisedBy?.name ?? 'the system'}, {formatMinute(dispute.raisedAt)} ·{' '}
              {dispute.assignee ? `assigned to ${dispute.assignee.name}` : 'unassigned'} ·{' '}
              {formatCount(dispute.comments, 'comment')}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
