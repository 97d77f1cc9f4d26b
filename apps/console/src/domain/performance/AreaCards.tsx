import type { PerformanceRow } from '@ec/contract/dashboards/schemas';
import type { ReactNode } from 'react';
import { capital } from '../results/labels.ts';
import { CallLink } from '../people/CallLink.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import {
  AreaName,
  CompleteText,
  DetailsLink,
  DisputeCount,
  LeadingParty,
  RateBar,
  type RowLinks,
} from './AreaParts.tsx';
import cards from './cards.module.css';
import { isCovered, showsHolders } from './rows.ts';
import { HOLDER, INSIDE } from './words.ts';

interface AreaCardsProps<Row extends PerformanceRow> extends RowLinks {
  label: string;
  rows: readonly Row[];
  /** Further facts of the card of an area that the election covers. */
  facts?: (row: Row) => ReactNode;
}

/** One line of a card: what, and how much. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Areas side by side; on a phone one below the other. */
export function AreaCards<Row extends PerformanceRow>({ label, rows, facts, ...links }: AreaCardsProps<Row>) {
  const holders = showsHolders(rows);
  return (
    <ul className={cards.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={row.area.id} className={cards.card}>
          <h3 className={cards.cardHead} data-place>
            <AreaName row={row} {...links} />
          </h3>
          {isCovered(row) ? (
            <RateBar name={row.area.name} rate={row.submissionRate} coverage={row.coverage} />
          ) : (
            <div className="hint">{links.uncovered}</div>
          )}
          <dl className={`facts stack gap-2 packed ${cards.facts}`}>
            {isCovered(row) && (
              <>
                <Fact name={capital(INSIDE[row.area.type].many)}>
                  <CompleteText row={row} />
                </Fact>
                {facts?.(row)}
                <Fact name="Leading party">
                  <LeadingParty row={row} basis={links.basis} />
                </Fact>
                <Fact name="Disputes">
                  <DisputeCount
                    count={row.disputes}
                    reported={row.coverage.reported}
                    to={links.disputesOf(row.area)}
                    areaName={row.area.name}
                  />
                </Fact>
                <Fact name="Last update">{row.lastUpdate ? <TimeText moment={row.lastUpdate} /> : 'None'}</Fact>
              </>
            )}
            {holders && (
              <Fact name={HOLDER[row.area.type]}>{row.contact?.name ?? <span className="hint">Not known</span>}</Fact>
            )}
          </dl>
          <div className={cards.cardFoot}>
            {row.contact?.phone && <CallLink person={row.contact} />}
            <DetailsLink row={row} {...links} />
          </div>
        </li>
      ))}
    </ul>
  );
}
