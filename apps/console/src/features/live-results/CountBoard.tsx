import type { Basis } from '@ec/contract/base/common';
import type { ElectionType } from '@ec/contract/elections/schemas';
import type { LiveArea, LiveSummary } from '@ec/contract/live/schemas';
import { useQuery } from '@tanstack/react-query';
import { memo, useDeferredValue } from 'react';
import { Near } from '../../components/figure/Near.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { basisText, coveredAreas } from '../../domain/results/coverage.ts';
import { AREA_WORDS } from '../../domain/results/labels.ts';
import { slicesOf, TOP_PARTIES, VoteShare } from '../../domain/results/VoteShare.tsx';
import { useInSteps } from '../../lib/hooks/draw-later.ts';
import { areasQuery, constituenciesQuery, type LiveSubject, summaryQuery } from './api.ts';
import { AreaPanel, constituencyWords } from './AreaPanel.tsx';
import { ConstituencyPanel } from './ConstituencyPanel.tsx';
import { ChartPanels } from './charts/ChartPanels.tsx';
import { DeclarationSection } from './DeclarationSection.tsx';
import { Feed } from './Feed.tsx';
import { HistoryPanel } from './charts/HistoryPanel.tsx';
import { levelOf } from './live-params.ts';
import { type LiveRow, type LiveState, summaryOver } from './live-state.ts';
import styles from './live.module.css';
import { SummaryCards } from './SummaryCards.tsx';
import { PartyLooks } from '../../domain/results/PartyLooks.tsx';
import { auditTitle } from '@ec/contract/review-audits/words';
import { MayLink } from '../../components/page/MayLink.tsx';
import { AuditStatement, REVIEW_AUDITS_PAGE, reviewAuditsQuery } from '../../domain/review-audits/AuditStatement.tsx';
import { ApiError } from '../../lib/http/api-error.ts';
import { useMayOpen } from '../../lib/session/may-open.ts';

/** What the audits of our own reviewing found, beside the totals that they speak of; nothing where none was drawn. */
function AuditSection({ electionId }: { electionId: string }) {
  const mayOpen = useMayOpen(REVIEW_AUDITS_PAGE);
  const { data, error, refetch } = useQuery({ ...reviewAuditsQuery(electionId), enabled: mayOpen });
  // The figures of who sees a part of the election are not what an audit speaks of.
  if (error instanceof ApiError && error.code === 'REVIEW_AUDIT_BEYOND_AREA') return null;
  if (error && !data) {
    return (
      <Panel>
        <ErrorView title="The review audits could not be loaded" error={error} onRetry={refetch} />
      </Panel>
    );
  }
  const [newest] = data?.audits ?? [];
  if (!data || !newest) return null;
  return (
    <Panel
      title="Audit of our own reviewing"
      actions={<MayLink to={`${REVIEW_AUDITS_PAGE}?election=${electionId}`}>Review audits</MayLink>}
    >
      {data.audits.map((audit) => (
        <div key={audit.id}>
          <h3 className="medium">{auditTitle(audit)}</h3>
          <AuditStatement audit={audit} />
        </div>
      ))}
    </Panel>
  );
}

// The answers of a second come one after the other: each draws only what it is for.
const Charts = memo(ChartPanels);
const History = memo(HistoryPanel);
const Newest = memo(Feed);
const Shares = memo(VoteShareBar);
const Declarations = memo(DeclarationSection);
const Audits = memo(AuditSection);

/** Of what lies below the screen of a phone and is drawn when it comes near, in px. */
const FEED_HEIGHT = 1500;
const DECLARATION_HEIGHT = 800;
const HISTORY_HEIGHT = 400;

interface CountBoardProps extends LiveState {
  subject: LiveSubject;
  electionType: ElectionType;
}

/** Words for the kind of these areas; none for polling units, each of which has one result. */
function wordsOf(areas: readonly LiveArea[] | undefined): readonly [string, string] | undefined {
  const type = areas?.[0]?.area.type;
  if (type === undefined || type === 'polling_unit') return undefined;
  return [AREA_WORDS[type].one, AREA_WORDS[type].many];
}

/** One count: figures, areas, feed and charts. */
export function CountBoard({ subject, electionType, ...live }: CountBoardProps) {
  const { state, set } = live;
  const summary = useQuery(summaryQuery(subject));
  const rows = useQuery(areasQuery(subject, levelOf(state)));
  const figures = useInSteps(summary.data);
  const below = useInSteps(rows.data);
  const areas = below && coveredAreas(below.areas);
  const { party, leading, basis } = state;
  const words = constituencyWords(state, electionType);
  const constituencies = useQuery({ ...constituenciesQuery(subject), enabled: words !== undefined });
  const inConstituencies = useInSteps(constituencies.data)?.constituencies;
  const tabled: readonly LiveRow[] | undefined = words ? inConstituencies : areas;
  const led = leading === '' ? tabled : tabled?.filter((row) => row.leading[basis] === leading);
  const shown = figures && (leading === '' ? figures : led && summaryOver(figures, led));
  // The charts follow the figures: drawing them takes a tenth of a second, in which no press would be answered.
  const charted = useDeferredValue(shown);
  const stale = summary.isPlaceholderData || rows.isPlaceholderData;
  if (summary.error && !summary.data) {
    return (
      <Panel>
        <ErrorView title="The results could not be loaded" error={summary.error} onRetry={summary.refetch} />
      </Panel>
    );
  }
  const scope = `${subject.electionId} ${subject.source} ${subject.area} ${state.basis}`;
  const board = (
    <div className={`stack flow ${styles.board}`}>
      <div className={`stale ${styles.top}`} data-stale={summary.isPlaceholderData || undefined}>
        <SummaryCards
          key={scope}
          summary={shown}
          rows={led}
          words={words ?? wordsOf(areas)}
          basis={basis}
          party={party}
        />
      </div>
      {shown && (
        <div className={`stale ${styles.top}`} data-stale={summary.isPlaceholderData || undefined}>
          <Shares summary={shown} basis={basis} party={party} />
        </div>
      )}
      <div className={styles.areas}>
        {words ? (
          <ConstituencyPanel {...live} subject={subject} electionType={electionType} />
        ) : (
          <AreaPanel
            {...live}
            electionType={electionType}
            summary={figures}
            areas={areas}
            stale={stale}
            error={rows.error}
            onRetry={rows.refetch}
          />
        )}
      </div>
      <div className={styles.side}>
        <Near follows height={FEED_HEIGHT} subject={scope}>
          <Newest subject={subject} state={state} set={set} />
        </Near>
      </div>
      {subject.source === 'official' && (
        <div className={`stale ${styles.top}`}>
          <Near follows height={DECLARATION_HEIGHT} subject={scope}>
            <Declarations subject={subject} basis={basis} />
          </Near>
        </div>
      )}
      {charted && (
        <div className={`stale stack ${styles.graphs}`} data-stale={summary.isPlaceholderData || undefined}>
          <Charts summary={charted} basis={basis} party={party} allParties={state.parties === 'all'} />
          {leading === '' && state.status === '' && (
            <Near follows height={HISTORY_HEIGHT} subject={scope}>
              <History subject={subject} basis={basis} party={party} />
            </Near>
          )}
        </div>
      )}
      {subject.source === 'official' && (
        <div className={`stale ${styles.top}`}>
          <Near follows height={0} subject={subject.electionId}>
            <Audits electionId={subject.electionId} />
          </Near>
        </div>
      )}
    </div>
  );
  return <PartyLooks of={shown}>{board}</PartyLooks>;
}

/** Shares of the valid votes as one bar, with what they stand on. */
function VoteShareBar({ summary, basis, party }: { summary: LiveSummary; basis: Basis; party: string }) {
  const slices = slicesOf(summary, summary.basis[basis], TOP_PARTIES, party);
  const national = summary.area.type === 'national';
  return (
    <Panel
      title={`${national ? 'National' : summary.area.name} vote share`}
      note={`${basisText(summary, basis)}, share of valid votes`}
    >
      {slices.length === 0 ? <p className="dim">No data available</p> : <VoteShare slices={slices} />}
    </Panel>
  );
}
