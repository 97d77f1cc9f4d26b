import type { Basis } from '@ec/contract/base/common';
import { partyColour } from '@ec/contract/elections/parties';
import { validVotes } from '@ec/contract/results/sheet';
import type { SituationRoom } from '@ec/contract/situation-room/schemas';
import { Swatch } from '../../components/figure/Swatch.tsx';
import { Scrolling } from '../../components/list/Scrolling.tsx';
import { formatCount, formatNumber, formatShare } from '../../lib/format/format.ts';
import { partiesByVotes } from '../../domain/results/vote-slices.ts';
import styles from './wall.module.css';
import { testText, verdictText } from '../../domain/situation-room/words.ts';

/** So many have room below each other. */
const SHOWN = 6;

/** The strongest parties: in the presidential test where there is one, else by their votes. */
export function WallParties({ room, basis }: { room: SituationRoom; basis: Basis }) {
  const test = room.presidential?.[basis];
  const { votes } = room.basis[basis];
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
                  <Swatch colour={partyColour(party)}>{party}</Swatch>
                </th>
                <td>{formatNumber(votes[party] ?? 0)}</td>
                <td>{formatShare(votes[party] ?? 0, validVotes(votes))}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <More count={ballot.length - SHOWN} />
      </>
    );
  }
  return (
    <>
      <Scrolling label="Presidential test by party">
        <table className={styles.table} aria-label="Presidential test by party">
          <thead>
            <tr>
              <th scope="col">Party</th>
              <th scope="col">Votes</th>
              <th scope="col">Share</th>
              <th scope="col">States ({test.required} needed)</th>
              <th scope="col">FCT</th>
              <th scope="col">Meets</th>
            </tr>
          </thead>
          <tbody>
            {test.parties.slice(0, SHOWN).map(({ party, votes: won, share, states, fct, meets }) => (
              <tr key={party}>
                <th scope="row">
                  <Swatch colour={partyColour(party)}>{party}</Swatch>
                </th>
                <td>{formatNumber(won)}</td>
                <td>{share.toFixed(1)}%</td>
                <td>{formatNumber(states)}</td>
                <td>{fct ? 'Yes' : 'No'}</td>
                <td>{meets ? 'Yes' : 'No'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
      <More count={test.parties.length - SHOWN} />
      <p>
        <strong>{verdictText(test)}</strong> <span>{testText(test)}</span>
      </p>
    </>
  );
}

function More({ count }: { count: number }) {
  return count > 0 ? <div className="dim">and {formatCount(count, 'party', 'parties')} with fewer votes</div> : null;
}
