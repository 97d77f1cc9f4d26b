import { PartySwatch } from '../results/PartyLooks.tsx';
import type { ContestDeclaration } from '@ec/contract/elections/declaration';
import type { QuarterStanding } from '@ec/contract/elections/declaration-test';
import { meetsText, STANDING_WORDS, TEST_WORDS } from '@ec/contract/elections/declaration-words';
import { countedFigure } from '@ec/contract/live/counted';
import { IconCheck, IconMinus, IconQuestionMark } from '@tabler/icons-react';
import { useState } from 'react';
import { Scrolling } from '../../components/list/Scrolling.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import styles from './declaration.module.css';

const MARKS = { reached: IconCheck, not_reached: IconMinus, open: IconQuestionMark } as const;

/** Whether a quarter is reached: an icon and its words. */
export function Standing({ standing }: { standing: QuarterStanding }) {
  const Mark = MARKS[standing];
  return (
    <span className={`line gap-4 nowrap ${styles.standing}`} data-standing={standing}>
      <Mark size={14} aria-hidden /> {STANDING_WORDS[standing]}
    </span>
  );
}

interface DeclarationTableProps {
  declaration: ContestDeclaration;
  /** So many parties are shown; the others are asked for by a button, where there is one. */
  most: number;
  className: string | undefined;
  button?: boolean;
}

/** One row a party, the strongest first. */
export function DeclarationTable({ declaration, most, className, button = false }: DeclarationTableProps) {
  const [all, setAll] = useState(false);
  const { parties, test } = declaration;
  const { title, areas } = TEST_WORDS[test];
  const label = `${title} by party`;
  const spread = test !== 'plurality';
  return (
    <>
      <Scrolling label={label}>
        <table className={className} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">Party</th>
              {[
                'Votes',
                'Share',
                ...(spread ? [`${areas} reached (${parties[0]?.spreadNeeded ?? 0} needed)`, 'Open'] : []),
              ].map((header) => (
                <th key={header} scope="col" data-numeric>
                  {header}
                </th>
              ))}
              {test === 'presidential' && <th scope="col">FCT</th>}
              <th scope="col">Meets</th>
            </tr>
          </thead>
          <tbody>
            {parties.slice(0, all ? undefined : most).map((party) => (
              <tr key={party.code}>
                <th scope="row">
                  <PartySwatch party={party.code} />
                </th>
                <td data-numeric>{formatNumber(countedFigure(declaration, party.votes))}</td>
                <td data-numeric>{declaration.results > 0 ? `${party.share.toFixed(1)}%` : '–'}</td>
                {spread && <td data-numeric>{formatNumber(party.spreadReached)}</td>}
                {spread && <td data-numeric>{formatNumber(party.spreadOpen)}</td>}
                {test === 'presidential' && <td>{party.capital ? <Standing standing={party.capital} /> : '–'}</td>}
                <td>{meetsText(declaration, party)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
      {button && parties.length > most && (
        <button
          type="button"
          className="plain medium accent touch full"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? `Show the first ${most} parties` : `Show all ${parties.length} parties`}
        </button>
      )}
    </>
  );
}

/** Parties with a column of their own. */
const COLUMNS = 4;

/** One row a state or an LGA: how much is counted, who is out, and where the strongest parties stand. */
export function SpreadTable({ declaration }: { declaration: ContestDeclaration }) {
  const { test, parties, spread } = declaration;
  const { one, areas } = TEST_WORDS[test];
  const shown = parties.slice(0, COLUMNS).map(({ code }) => code);
  const label = `A quarter by ${one}`;
  return (
    <Scrolling label={label}>
      <table className={`data usual ${styles.table}`} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{areas}</th>
            <th scope="col" data-numeric>
              Counted
            </th>
            <th scope="col" data-numeric>
              Voters out
            </th>
            {shown.map((party) => (
              <th key={party} scope="col">
                {party}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {spread.map(({ code, name, results, coverage, out, unknown, standings }) => (
            <tr key={code}>
              <th scope="row">{name}</th>
              <td data-numeric>
                {formatNumber(results)} of {formatNumber(coverage.units)}
              </td>
              <td data-numeric>
                {formatNumber(out)}
                {unknown > 0 && <div className="hint regular">and {formatNumber(unknown)} units without a number</div>}
              </td>
              {shown.map((party) => (
                <td key={party}>
                  <Standing standing={standings[party] ?? 'open'} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}
