import type { NationalOverview } from '@ec/contract/dashboards';
import { MayLink } from '../../components/MayLink.tsx';
import { Figure, Figures } from '../../components/Figure.tsx';
import { Panel } from '../../components/Panel.tsx';
import { AreaCards } from '../../components/performance/AreaCards.tsx';
import { disputesPath, livePath, reviewPath } from '../../components/performance/links.ts';
import performance from '../../components/performance/performance.module.css';
import { coverageSegments } from '../../lib/coverage.ts';
import { disputeNote, HIGH_DISPUTES } from '../../components/performance/words.ts';
import { SegmentBar } from '../../components/SegmentBar.tsx';
import { areaPath } from '../../lib/area-path.ts';
import { useCountChoice } from '../../lib/count-choice.ts';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { mayOpen } from '../../lib/may-open.ts';
import { useCurrentMe } from '../../lib/session.ts';
import { useArrowKeys } from '../../lib/use-arrow-keys.ts';
import type { Desk } from './kinds.ts';

/** The four figures that the night is followed by. */
function Standing({ data }: { data: NationalOverview }) {
  const me = useCurrentMe();
  const { coverage, disputes, totals } = data;
  const live = livePath(data, data.area);
  return (
    <Figures>
      <Figure
        label="States"
        value={totals.states}
        to="/geographical-data?tab=states"
        note={`in ${totals.regions} zones`}
      />
      <Figure
        label="Polling units"
        value={totals.pollingUnits}
        to="/geographical-data?tab=pollingUnits"
        note={`${formatNumber(coverage.units)} in this election`}
      />
      <Figure
        label="Submission rate"
        value={formatPercent(data.submissionRate / 100)}
        to={mayOpen(me, live) ? live : reviewPath(data, data.area)}
        note={`${formatNumber(coverage.reported)} of ${formatNumber(coverage.units)} units reported`}
      >
        <SegmentBar label="Results by status" segments={coverageSegments(coverage)} whole={coverage.units} legend />
      </Figure>
      <Figure
        label="Active disputes"
        value={disputes}
        to={disputesPath(data, data.area)}
        note={disputeNote(disputes, coverage.reported, HIGH_DISPUTES.card)}
      />
    </Figures>
  );
}

/** The organisation and what it has to do. */
function Totals({ data, desk }: { data: NationalOverview; desk: Desk }) {
  const { totals, basis, leading } = data;
  return (
    <Figures>
      <Figure label="Users" value={totals.users} to="/users" />
      <Figure label="LGAs" value={totals.lgas} to="/geographical-data?tab=lgas" />
      <Figure label="Wards" value={totals.wards} to="/geographical-data?tab=wards" />
      {desk.highPriorityApprovals !== null && (
        <Figure
          label="High-priority approvals"
          value={desk.highPriorityApprovals}
          to="/approvals"
          note="high or urgent, first in the queue"
        />
      )}
      <Figure label="Active elections" value={totals.activeElections} to="/elections?status=live" />
      <Figure
        label="Votes, provisional"
        value={basis.provisional.totalVotes}
        to={livePath(data, data.area)}
        note={leading.provisional ? `${leading.provisional} leads` : 'No votes yet'}
      />
    </Figures>
  );
}

/** The nation: its figures and its six zones. */
export function NationalBoard({ data, desk }: { data: NationalOverview; desk: Desk }) {
  const { keep } = useCountChoice();
  const keys = useArrowKeys();
  return (
    <div className={performance.page}>
      <Standing data={data} />
      <Panel title="Regions" note={`${data.regions.length} zones`} flush>
        <div ref={keys}>
          <AreaCards
            label="Regions"
            rows={data.regions}
            high={HIGH_DISPUTES.card}
            pageOf={(area) => keep(areaPath(area) ?? '')}
            disputesOf={(area) => disputesPath(data, area)}
            facts={(row) => (
              <>
                <dt>LGAs</dt>
                <dd>
                  <MayLink to={`/geographical-data?tab=lgas&place=${row.area.code}`}>{formatNumber(row.lgas)}</MayLink>
                </dd>
              </>
            )}
          />
        </div>
      </Panel>
      <Totals data={data} desk={desk} />
    </div>
  );
}
