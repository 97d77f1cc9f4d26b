import type { Basis } from '@ec/contract/base/common';
import { partyColour } from '@ec/contract/elections/parties';
import { validVotes } from '@ec/contract/results/sheet';
import type { SituationRoom } from '@ec/contract/situation-room/schemas';
import { Swatch } from '../../components/figure/Swatch.tsx';
import { Scrolling } from '../../components/list/Scrolling.tsx';
import { formatCount, formatNumber, formatShare } from '../../lib/format/format.ts';
import { partiesByVotes } from '../../domain/results/vote-slices.ts';
import styles from './wall.module.css';
import { TEST_WORDS, testText, verdictText } from '../../domain/situation-room/words.ts';

/** So many have room below each other. */
const SHOWN = 6;

/** The strongest parties: in the constitutional test where there is one, else by their votes. */
export function WallParties({ room, basis }: { room: SituationRoom; basis: Basis }) {
  const test = room.declaration?.[basis];
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
  const { title, areas } = TEST_WORDS[test.over];
  const label = `${title} by party`;
  return (
    <>
      <Scrolling label={label}>
        <table className={styles.table} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">Party</th>
              <th scope="col">Votes</th>
              <th scope="col">Share</th>
              <th scope="col">
                {areas} ({test.required} needed)
              </th>
              {test.over === 'state' && <th scope="col">FCT</th>}
              <th scope="col">Meets</th>
            </tr>
          </thead>
          <tbody>
            {test.parties.slice(0, SHOWN).map(({ party, votes: won, share, reached, fct, meets }) => (
              <tr key={party}>
                <th scope="row">
                  <Swatch colour={partyColour(party)}>{party}</Swatch>
                </th>
                <td>{formatNumber(won)}</td>
                <td>{share.toFixed(1)}%</td>
                <td>{formatNumber(reached)}</td>
                {fct !== null && <td>{fct ? 'Yes' : 'No'}</td>}
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
