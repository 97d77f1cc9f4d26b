import type { ContestDeclaration } from '@ec/contract/elections/declaration';
import { DECIDED, NOT_DECIDED, TEST_WORDS, testText } from '@ec/contract/elections/declaration-words';
import { IconCheck, IconHourglass } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { formatCount, formatNumber } from '../../lib/format/format.ts';
import { BASIS_WORD } from '../results/labels.ts';
import styles from './declaration.module.css';
import { DeclarationTable, SpreadTable } from './DeclarationTable.tsx';

/** Parties shown before the others are asked for. */
const FIRST = 8;

/** On what the figures stand. */
export const declarationBasis = ({
  basis,
  results,
  coverage,
}: Pick<ContestDeclaration, 'basis' | 'results' | 'coverage'>) =>
  `${BASIS_WORD[basis]} results of ${formatNumber(results)} of ${formatCount(coverage.units, 'unit')}`;

/** Whether the figures decide, as a mark with its words. */
export function DecidedChip({ decided }: { decided: boolean }) {
  return decided ? (
    <StatusChip tone="ok" icon={IconCheck} label={DECIDED} />
  ) : (
    <StatusChip tone="wait" icon={IconHourglass} label={NOT_DECIDED} />
  );
}

/** What the figures say, in words. */
export function DeclarationWords({ declaration }: { declaration: ContestDeclaration }) {
  return (
    <div className="tight own-width pad-10">
      <DecidedChip decided={declaration.decided} />
      <p>{declaration.words}</p>
      <p className="hint regular">{testText(declaration)}</p>
    </div>
  );
}

interface DeclarationPanelProps {
  declaration: ContestDeclaration;
  actions?: ReactNode;
}

/** The test of a contest on one basis: words, parties, and a quarter by area. */
export function DeclarationPanel({ declaration, actions }: DeclarationPanelProps) {
  const { test, contest, spread } = declaration;
  // Dozens of rows, which are not drawn anew with each result while they are closed.
  const [opened, setOpened] = useState(false);
  const { title, one } = TEST_WORDS[test];
  return (
    <Panel
      flush
      title={contest.kind === 'nation' ? title : `${title}: ${contest.name}`}
      note={declarationBasis(declaration)}
      actions={actions}
    >
      <DeclarationWords declaration={declaration} />
      <DeclarationTable declaration={declaration} most={FIRST} className={`data usual ${styles.table}`} button />
      {spread.length > 0 && (
        <details className={styles.spread} onToggle={(event) => setOpened(event.currentTarget.open)}>
          <summary>A quarter by {one}</summary>
          {opened && <SpreadTable declaration={declaration} />}
        </details>
      )}
    </Panel>
  );
}
