import { partyColour } from '@ec/contract/elections/parties';
import type { DeclarationTest } from '@ec/contract/elections/declaration-test';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { Swatch } from '../../../components/figure/Swatch.tsx';
import { Scrolling } from '../../../components/list/Scrolling.tsx';
import { TEST_WORDS } from '../../../domain/situation-room/words.ts';
import { formatNumber } from '../../../lib/format/format.ts';
import styles from '../room.module.css';

function YesNo({ yes }: { yes: boolean }) {
  const Icon = yes ? IconCheck : IconMinus;
  return (
    <span className={yes ? styles.yes : 'line gap-4 dim'}>
      <Icon size={14} aria-hidden /> {yes ? 'Yes' : 'No'}
    </span>
  );
}

/** Parties shown before the rest is requested. */
const FIRST = 8;

/** One row a party, the strongest first. */
export function DeclarationTable({ test }: { test: DeclarationTest }) {
  const [all, setAll] = useState(false);
  const { parties, over } = test;
  const { title, areas } = TEST_WORDS[over];
  const label = `${title} by party`;
  return (
    <>
      <Scrolling label={label}>
        <table className={styles.table} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">Party</th>
              <th scope="col" data-numeric>
                Votes
              </th>
              <th scope="col" data-numeric>
                Share
              </th>
              <th scope="col" data-numeric>
                {areas} with a quarter ({test.required} needed)
              </th>
              {over === 'state' && <th scope="col">FCT</th>}
              <th scope="col">Most votes</th>
              <th scope="col">Meets both</th>
            </tr>
          </thead>
          <tbody>
            {parties.slice(0, all ? undefined : FIRST).map(({ party, votes, share, reached, fct, leads, meets }) => (
              <tr key={party}>
                <th scope="row">
                  <Swatch colour={partyColour(party)}>{party}</Swatch>
                </th>
                <td data-numeric>{formatNumber(votes)}</td>
                <td data-numeric>{share.toFixed(1)}%</td>
                <td data-numeric>{formatNumber(reached)}</td>
                {fct !== null && (
                  <td>
                    <YesNo yes={fct} />
                  </td>
                )}
                <td>
                  <YesNo yes={leads} />
                </td>
                <td>
                  <YesNo yes={meets} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
      {parties.length > FIRST && (
        <button type="button" className={styles.more} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? `Show the first ${FIRST} parties` : `Show all ${parties.length} parties`}
        </button>
      )}
    </>
  );
}
