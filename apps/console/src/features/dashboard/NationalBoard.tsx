import type { NationalOverview } from '@ec/contract/dashboards/schemas';
import { Figure, Figures } from '../../components/figure/Figure.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { AreaCards, Fact } from '../../domain/performance/AreaCards.tsx';
import { AreaFigures } from '../../domain/performance/AreaFigures.tsx';
import { disputesPath, uncoveredWords } from '../../domain/performance/words.ts';
import { coveredFirst } from '../../domain/performance/rows.ts';
import { areaPath } from '../../domain/places/area-path.ts';
import { useCountChoice } from '../../domain/elections/count-choice.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { useArrowKeys } from '../../lib/hooks/focus.ts';
import type { Desk } from './kinds.ts';

/** The register, the organisation, and what it has to do first. */
function Totals({ data, desk }: { data: NationalOverview; desk: Desk }) {
  const { totals, coverage, election } = data;
  return (
    <Figures dense>
      <Figure
        label="States"
        value={totals.states}
        to="/geographical-data?tab=states"
        note={`in ${totals.regions} zones`}
      />
      <Figure label="LGAs" value={totals.lgas} to="/geographical-data?tab=lgas" />
      <Figure label="Wards" value={totals.wards} to="/geographical-data?tab=wards" />
      <Figure
        label="Polling units"
        value={totals.pollingUnits}
        to="/geographical-data?tab=pollingUnits"
        note={election && `${formatNumber(coverage.units)} in election`}
      />
      <Figure label="Users" value={totals.users} to="/users" />
      {desk.highPriorityApprovals !== null && (
        <Figure
          label="High-priority approvals"
          value={desk.highPriorityApprovals}
          to="/approvals?show=decide&priority=HIGH,URGENT"
        />
      )}
    </Figures>
  );
}

/** The nation: its figures and its six zones. */
export function NationalBoard({ data, desk }: { data: NationalOverview; desk: Desk }) {
  const { basis, keep } = useCountChoice();
  const keys = useArrowKeys();
  const regions = coveredFirst(data.regions);
  return (
    <>
      <AreaFigures head={data}>
        <Figure label="Active elections" value={data.totals.activeElections} to="/elections?status=live" />
      </AreaFigures>
      <Totals data={data} desk={desk} />
      <Panel title="Regions" note={`${data.regions.length} zones`} flush>
        <div ref={keys}>
          <AreaCards
            label="Regions"
            rows={regions}
            pageOf={(area) => keep(areaPath(area) ?? '')}
            disputesOf={(area) => disputesPath(data, area)}
            uncovered={uncoveredWords(data.election)}
            basis={basis}
            facts={(row) => (
              <Fact name="LGAs">
                <MayLink to={`/geographical-data?tab=lgas&place=${row.area.code}`}>{formatNumber(row.lgas)}</MayLink>
              </Fact>
            )}
          />
        </div>
      </Panel>
    </>
  );
}
