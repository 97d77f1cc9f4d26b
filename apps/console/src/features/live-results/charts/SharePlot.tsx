import type { Totals } from '@ec/contract/live/schemas';
import { partyColour } from '@ec/contract/elections/parties';
import { Panel } from '../../../components/page/Panel.tsx';
import { formatPercent } from '../../../lib/format/format.ts';
import { usePartyLooks } from '../../../domain/results/PartyLooks.tsx';
import { slicesOf } from '../../../domain/results/VoteShare.tsx';
import styles from '../live.module.css';

interface SharePlotProps {
  parties: readonly string[];
  official: Totals;
  grassroots: Totals;
  note: string;
}

/** Parties that are drawn. */
const MOST = 8;

/** The share of each party in both counts on one line: the further apart the dots, the more the counts differ. */
export function SharePlot({ parties, official, grassroots, note }: SharePlotProps) {
  const looks = usePartyLooks();
  const [left, right] = [official, grassroots].map((totals) =>
    slicesOf({ parties, looks }, totals, Number.POSITIVE_INFINITY),
  );
  const rows = (left ?? []).slice(0, MOST).map(({ party, share }) => ({
    party,
    official: share,
    grassroots: right?.find((slice) => slice.party === party)?.share,
  }));
  if (rows.length === 0 || !right || right.length === 0) return null;
  const widest = Math.max(...rows.flatMap((row) => [row.official, row.grassroots ?? 0]));
  const at = (share: number) => `${(share / widest) * 100}%`;
  return (
    <Panel title="Shares in both counts" note={note}>
      <p className={styles.plotLegend} aria-hidden>
        <span className={styles.dotOfficial} /> Official <span className={styles.dotGrassroots} /> Grassroots
      </p>
      <ul className={styles.plot} aria-label="Share of valid votes in both counts">
        {rows.map((row) => (
          <li key={row.party}>
            <b>{row.party}</b>
            <span className={styles.plotLine} aria-hidden style={{ color: partyColour(row.party, looks) }}>
              {row.grassroots !== undefined && (
                <>
                  <span
                    className={styles.plotGap}
                    style={{
                      left: at(Math.min(row.official, row.grassroots)),
                      width: at(Math.abs(row.official - row.grassroots)),
                    }}
                  />
                  <span className={styles.dotGrassroots} style={{ left: at(row.grassroots) }} />
                </>
              )}
              <span className={styles.dotOfficial} style={{ left: at(row.official) }} />
            </span>
            <span className={styles.plotFigures}>
              {formatPercent(row.official)} official,{' '}
              {row.grassroots === undefined ? 'none' : formatPercent(row.grassroots)} grassroots
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
