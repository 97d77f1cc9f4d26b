import type { UnusualStatistics } from '@ec/contract/unusual/statistics';
import { formatCount, formatNumber } from '../../lib/format/format.ts';
import styles from './statistics.module.css';

type Picture = NonNullable<UnusualStatistics['fingerprint']>;

const STEP = 5;
const SIDE = 10;
/** Room for the words at the left and below. */
const EDGE = 24;

/** Darker for more units, by the root of the number: single units stay visible beside hundreds. */
const inkOf = (units: number, most: number) => 0.12 + 0.88 * Math.sqrt(units / most);

/** Units by turnout and the leader's share, as a picture; its words say the same to screen readers. */
export function Fingerprint({ picture, units }: { picture: Picture; units: number }) {
  const { cells, corner } = picture;
  const most = Math.max(1, ...cells.flat());
  const size = SIDE * cells.length;
  const peak = cells.findIndex((row) => row.includes(most));
  const column = cells[peak]?.indexOf(most) ?? 0;
  const range = (step: number) => `${step * STEP} to ${(step + 1) * STEP}%`;
  return (
    <figure>
      <svg
        role="img"
        aria-label={`Units by turnout and share of the leading party. Most of them, ${formatNumber(most)}, have a turnout of ${range(peak)} and a share of ${range(column)}.`}
        viewBox={`0 0 ${size + EDGE + 4} ${size + EDGE}`}
        className={styles.picture}
      >
        {cells.flatMap((row, turnout) =>
          row.map((count, share) =>
            count === 0 ? null : (
              <rect
                key={`${turnout} ${share}`}
                x={EDGE + share * SIDE}
                y={size - (turnout + 1) * SIDE}
                width={SIDE}
                height={SIDE}
                fillOpacity={inkOf(count, most)}
                className={styles.cell}
              >
                <title>{`Turnout ${range(turnout)}, share ${range(share)}: ${formatCount(count, 'unit')}`}</title>
              </rect>
            ),
          ),
        )}
        <rect x={EDGE} y={0} width={size} height={size} className={styles.frame} />
        {[0, 50, 100].map((mark) => (
          <g key={mark} className={styles.mark}>
            <text x={EDGE + (mark * size) / 100} y={size + 10} textAnchor={mark === 100 ? 'end' : 'start'}>
              {mark}%
            </text>
            <text x={EDGE - 3} y={size - (mark * size) / 100 + (mark === 100 ? 8 : 0)} textAnchor="end">
              {mark}%
            </text>
          </g>
        ))}
      </svg>
      <figcaption className="hint">
        Upwards: turnout. To the right: the leading party’s share of valid votes. {formatNumber(corner)} of{' '}
        {formatCount(units, 'unit')} have 80% or more of both. In 2023 these were 302 of 52,865 units in 19 states, many
        of them small units of one community.
      </figcaption>
    </figure>
  );
}
