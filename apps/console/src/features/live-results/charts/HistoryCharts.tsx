import { partyColour } from '@ec/contract/elections/parties';
import { Area, AreaChart, CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { PartySwatch, usePartyLooks } from '../../../domain/results/PartyLooks.tsx';
import { formatCount, formatMinute, formatNumber, formatPercent } from '../../../lib/format/format.ts';
import { type HistoryPoint, tickOf } from '../figures.ts';
import styles from '../live.module.css';

const HEIGHT = 300;
const TICK = { fill: 'var(--ec-ink-2)', fontSize: '0.75rem' };

interface TipProps {
  active?: boolean;
  payload?: readonly { payload?: HistoryPoint }[];
  parties?: readonly string[];
}

function Tip({ active, payload, parties = [] }: TipProps) {
  const point = payload?.[0]?.payload;
  if (!active || !point) return null;
  return (
    <div className="card small ink pad-8-10">
      <div>
        {formatMinute(point.at)}: {formatCount(point.results, 'result')}
      </div>
      {parties.map((party) => (
        <PartySwatch key={party} party={party}>
          {party} {point.shares[party] === undefined ? '–' : formatPercent(point.shares[party])}
        </PartySwatch>
      ))}
    </div>
  );
}

const axes = (points: readonly HistoryPoint[]) => ({
  dataKey: 'at',
  tickFormatter: tickOf(points),
  tick: TICK,
  stroke: 'var(--ec-line)',
  minTickGap: 36,
});

/** Results counted by each moment. Drawn without motion. */
export function ReportedLine({ points }: { points: readonly HistoryPoint[] }) {
  return (
    <div aria-hidden>
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <AreaChart data={[...points]} margin={{ top: 8, right: 8, bottom: 0, left: 4 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--ec-line)" />
          <XAxis {...axes(points)} />
          <YAxis
            tick={TICK}
            stroke="var(--ec-line)"
            width={64}
            tickFormatter={(value: number) => formatNumber(value)}
          />
          <Tooltip content={<Tip />} isAnimationActive={false} />
          <Area
            dataKey="results"
            type="monotone"
            stroke="var(--ec-ok-mark)"
            strokeWidth={2}
            fill="var(--ec-ok-mark)"
            fillOpacity={0.15}
            isAnimationActive={false}
          />
        </AreaChart>
      </ResponsiveContainer>
    </div>
  );
}

interface ShareLinesProps {
  points: readonly HistoryPoint[];
  parties: readonly string[];
}

/** Shares of the valid votes counted by each moment; a line begins with the first result. */
export function ShareLines({ points, parties }: ShareLinesProps) {
  const looks = usePartyLooks();
  return (
    <div aria-hidden>
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <LineChart data={[...points]} margin={{ top: 8, right: 8, bottom: 0, left: 4 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--ec-line)" />
          <XAxis {...axes(points)} />
          <YAxis
            tick={TICK}
            stroke="var(--ec-line)"
            width={52}
            tickFormatter={(value: number) => formatPercent(value, 0)}
          />
          <Tooltip content={<Tip parties={parties} />} isAnimationActive={false} />
          {parties.map((party) => (
            <Line
              key={party}
              name={party}
              dataKey={({ shares }: HistoryPoint) => shares[party]}
              stroke={partyColour(party, looks)}
              strokeWidth={2}
              dot={false}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
      <ul className={styles.historyLegend}>
        {parties.map((party) => (
          <li key={party}>
            <PartySwatch party={party} />
          </li>
        ))}
      </ul>
    </div>
  );
}
