import type { PerformanceRow } from '@ec/contract/dashboards';
import type { ReactNode } from 'react';
import { capital } from '../../lib/labels.ts';
import { TimeText } from '../TimeText.tsx';
import { AreaName, CompleteText, DetailsLink, type RowLinks } from './AreaParts.tsx';
import { ContactLine } from './ContactLine.tsx';
import { DisputeCount } from './DisputeCount.tsx';
import { LeadingParty } from './LeadingParty.tsx';
import styles from './performance.module.css';
import { RateBar } from './RateBar.tsx';
import { HOLDER, INSIDE } from './words.ts';

interface AreaCardsProps<Row extends PerformanceRow> extends RowLinks {
  label: string;
  rows: readonly Row[];
  /** Above how many disputes a card is marked red. */
  high: number;
  /** Further facts of a card, as <dt> and <dd>. */
  facts?: (row: Row) => ReactNode;
}

/** Areas side by side; on a phone one below the other. */
export function AreaCards<Row extends PerformanceRow>({ label, rows, high, facts, ...links }: AreaCardsProps<Row>) {
  return (
    <ul className={styles.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={row.area.id} className={styles.card}>
          <div className={styles.cardHead} data-place>
            <AreaName row={row} {...links} />
          </div>
          <RateBar name={row.area.name} rate={row.submissionRate} coverage={row.coverage} />
          <dl className={styles.facts}>
            <dt>{capital(INSIDE[row.area.type].many)}</dt>
            <dd>
              <CompleteText row={row} />
            </dd>
            {facts?.(row)}
            <dt>Leading party</dt>
            <dd>
              <LeadingParty leading={row.leading} />
            </dd>
            <dt>Disputes</dt>
            <dd>
              <DisputeCount count={row.disputes} high={high} to={links.disputesOf(row.area)} areaName={row.area.name} />
            </dd>
            <dt>Last update</dt>
            <dd>{row.lastUpdate ? <TimeText moment={row.lastUpdate} /> : 'None'}</dd>
            <dt>{HOLDER[row.area.type]}</dt>
            <dd>
              <ContactLine contact={row.contact} />
            </dd>
          </dl>
          <DetailsLink row={row} {...links} />
        </li>
      ))}
    </ul>
  );
}
