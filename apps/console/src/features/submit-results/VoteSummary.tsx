import { overVotingWarning, percent, sumInWords, totalVotes } from '@ec/contract/results/sheet';
import { Note } from '../../components/page/Note.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import type { DeskElection } from './desk.ts';
import { toSheetFigures, type Typed } from './figures.ts';
import styles from './submit.module.css';

/** Total, turnout and the sum as it would be written beside the sheet; follows the typing. */
export function VoteSummary({ election, typed }: { election: DeskElection; typed: Typed }) {
  const sheet = toSheetFigures(election, typed);
  const total = totalVotes(sheet);
  const accredited = sheet.accreditedVoters;
  const warning = overVotingWarning(total, accredited);
  const within = accredited > 0 && total > 0 && !warning ? `, within ${formatNumber(accredited)} accredited` : '';
  return (
    <>
      <section className={styles.card} aria-label="Vote summary">
        <dl className="tight gap-4">
          <div className={styles.sum}>
            <dt>Total votes cast</dt>
            <dd>{formatNumber(total)}</dd>
          </div>
          <div className={styles.sum}>
            <dt>Turnout (votes cast of accredited)</dt>
            <dd>
              {percent(total, accredited) === 0 && accredited === 0
                ? '0%'
                : `${percent(total, accredited).toFixed(1)}%`}
            </dd>
          </div>
        </dl>
        {total > 0 && (
          <p className={styles.sumLine}>
            {sumInWords(sheet, election.parties)}
            {within}
          </p>
        )}
      </section>
      {warning && (
        <Note kind="warn" role="alert">
          <strong>{warning}</strong>
          <div>Check the figures against the sheet. If the sheet says so, send it as it is: it will be reviewed.</div>
        </Note>
      )}
    </>
  );
}
