import type { Basis } from '@ec/contract/base/common';
import { countedFigure } from '@ec/contract/live/counted';
import { validVotes } from '@ec/contract/results/sheet';
import type { SituationRoom } from '@ec/contract/situation-room/schemas';
import { formatCount, formatNumber, formatShare } from '../../lib/format/format.ts';
import { declarationBasis } from '../../domain/declaration/DeclarationPanel.tsx';
import { DeclarationTable } from '../../domain/declaration/DeclarationTable.tsx';
import { partiesByVotes } from '../../domain/results/VoteShare.tsx';
import styles from './wall.module.css';
import { PartySwatch } from '../../domain/results/PartyLooks.tsx';

/** So many have room below each other. */
const SHOWN = 6;

/** The strongest parties: in the constitutional test where there is one, else by their votes. */
export function WallParties({ room, basis }: { room: SituationRoom; basis: Basis }) {
  const test = room.declaration?.[basis];
  const totals = room.basis[basis];
  const { votes } = totals;
  const ballot = partiesByVotes(room.parties, votes);
  if (!test) {
    return (
      <>
        <table className={styles.table} aria-label="Votes by party">
          <thead>
            <tr>
              <th scope="col">Party</th>
              <th scope="col">Votes</th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            {ballot.slice(0, SHOWN).map((party) => (
              <tr key={party}>
                <th scope="row">
                  <PartySwatch party={party} />
                </th>
                <td>{formatNumber(countedFigure(totals, votes[party] ?? 0))}</td>
                <td>{formatShare(votes[party] ?? 0, validVotes(votes))}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <More count={ballot.length - SHOWN} counted={totals.results > 0} />
      </>
    );
  }
  return (
    <>
      <DeclarationTable declaration={test} most={SHOWN} className={styles.table} />
      <More count={test.parties.length - SHOWN} counted={test.results > 0} />
      <p>
        <strong>{test.words}</strong> <span>{declarationBasis(test)}</span>
      </p>
    </>
  );
}

function More({ count, counted }: { count: number; counted: boolean }) {
  if (count <= 0) return null;
  const parties = formatCount(count, 'more party', 'more parties');
  return (
    <div className="dim">and {counted ? `${formatCount(count, 'party', 'parties')} with fewer votes` : parties}</div>
  );
}
