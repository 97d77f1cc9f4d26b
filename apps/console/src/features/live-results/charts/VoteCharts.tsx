import { Bar, BarChart, CartesianGrid, Pie, PieChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { Swatch } from '../../../components/figure/Swatch.tsx';
import { PartyLogo } from '../../../domain/results/PartyLogo.tsx';
import { formatNumber, formatPercent } from '../../../lib/format/format.ts';
import type { Slice } from '../../../domain/results/VoteShare.tsx';
import styles from '../live.module.css';

export const CHART_HEIGHT = 300;

const compact = new Intl.NumberFormat('en-NG', { notation: 'compact', maximumFractionDigits: 1 });
const withFill = (slices: readonly Slice[]) => slices.map((slice) => ({ ...slice, fill: slice.colour }));

/** "13 more" is written +13, to stand below a narrow bar. */
const shortened = (party: string) => party.replace(/^(\d+) more$/, '+$1');

interface TipProps {
  active?: boolean;
  payload?: readonly { payload?: Slice }[];
}

function Tip({ active, payload }: TipProps) {
  const slice = payload?.[0]?.payload;
  if (!active || !slice) return null;
  return (
    <div className="card small ink pad-8-10">
      <Swatch colour={slice.colour}>{slice.party}</Swatch>
      <div>
        {formatNumber(slice.votes)} votes, {formatPercent(slice.share)}
      </div>
    </div>
  );
}

/** Letters of the longest code below the bars. */
const longest = (slices: readonly Slice[]) => Math.max(...slices.map(({ party }) => shortened(party).length));

/** Many bars, or long codes, have their codes on their side, with the room for the longest one. */
const onTheirSide = (slices: readonly Slice[]) =>
  slices.length > 8 || longest(slices) > 6
    ? { angle: -60, textAnchor: 'end' as const, height: Math.min(120, 16 + longest(slices) * 7) }
    : {};

/** Votes by party as bars. Drawn without motion: figures that grow each second would never stand still. */
export function VoteBars({ slices }: { slices: readonly Slice[] }) {
  return (
    <div aria-hidden>
      <ResponsiveContainer width="100%" height={CHART_HEIGHT}>
        <BarChart data={withFill(slices)} margin={{ top: 8, right: 4, bottom: 0, left: 4 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--ec-line)" />
          <XAxis
            dataKey="party"
            tick={{ fill: 'var(--ec-ink-2)', fontSize: '0.75rem' }}
            tickFormatter={shortened}
            stroke="var(--ec-line)"
            interval={0}
            {...onTheirSide(slices)}
          />
          <YAxis
            tick={{ fill: 'var(--ec-ink-2)', fontSize: '0.75rem' }}
            stroke="var(--ec-line)"
            tickFormatter={(value: number) => compact.format(value)}
            width={52}
          />
          <Tooltip content={<Tip />} cursor={{ fill: 'var(--ec-line-soft)' }} isAnimationActive={false} />
          <Bar dataKey="votes" isAnimationActive={false} radius={[4, 4, 0, 0]} maxBarSize={64} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

/** Shares of the valid votes as a pie, with its legend in words. */
export function SharePie({ slices }: { slices: readonly Slice[] }) {
  return (
    <div aria-hidden className="ends middle gap-12">
      <ResponsiveContainer width="100%" height={CHART_HEIGHT}>
        <PieChart accessibilityLayer={false}>
          <Pie
            data={withFill(slices)}
            dataKey="votes"
            nameKey="party"
            rootTabIndex={-1}
            innerRadius="52%"
            outerRadius="88%"
            stroke="var(--ec-surface)"
            startAngle={90}
            endAngle={-270}
            isAnimationActive={false}
          />
          <Tooltip content={<Tip />} isAnimationActive={false} />
        </PieChart>
      </ResponsiveContainer>
      <ul className={`tight gap-4 small ${styles.pieLegend}`} data-many={slices.length > 10 || undefined}>
        {slices.map(({ party, share, colour }) => (
          <li key={party}>
            <Swatch colour={colour}>
              <PartyLogo party={party} />
              {party}
            </Swatch>
            <span>{formatPercent(share)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
