import { PACE, type SituationRoom } from '@ec/contract/situation-room/schemas';
import { Bar, BarChart, Cell, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatCount, formatTime } from '../../lib/format/format.ts';
import styles from './parts.module.css';

type Stretch = SituationRoom['rate']['stretches'][number];

interface RateChartProps {
  stretches: readonly Stretch[];
  height: number | `${number}%`;
  fontSize?: number | string;
}

interface TipProps {
  active?: boolean;
  payload?: readonly { payload?: Stretch }[];
}

const STRETCH_MS = PACE.minutes * 60_000;

function Tip({ active, payload }: TipProps) {
  const stretch = payload?.[0]?.payload;
  if (!active || !stretch) return null;
  return (
    <div className={styles.tip}>
      {formatTime(stretch.at)} to {formatTime(Date.parse(stretch.at) + STRETCH_MS)}:{' '}
      {formatCount(stretch.results, 'result')}
    </div>
  );
}

/** Results received, stretch by stretch. The last one is still running, and paler. Drawn without motion. */
export function RateChart({ stretches, height, fontSize = '0.75rem' }: RateChartProps) {
  const last = stretches.length - 1;
  return (
    <div aria-hidden className={styles.chart}>
      <ResponsiveContainer width="100%" height={height}>
        <BarChart data={[...stretches]} margin={{ top: 4, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <XAxis
            dataKey="at"
            tickFormatter={(at: string) => formatTime(at)}
            tick={{ fill: 'var(--ec-ink-2)', fontSize }}
            stroke="var(--ec-line)"
            minTickGap={36}
          />
          <YAxis
            tick={{ fill: 'var(--ec-ink-2)', fontSize }}
            stroke="var(--ec-line)"
            width="auto"
            allowDecimals={false}
          />
          <Tooltip content={<Tip />} cursor={{ fill: 'var(--ec-line-soft)' }} isAnimationActive={false} />
          <Bar dataKey="results" isAnimationActive={false} radius={[2, 2, 0, 0]}>
            {stretches.map(({ at }, index) => (
              <Cell key={at} fill="var(--ec-ok-mark)" fillOpacity={index === last ? 0.5 : 1} />
            ))}
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
