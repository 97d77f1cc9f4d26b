import type { Basis } from '@ec/contract/base/common';
import type { PresidentialTest } from '@ec/contract/elections/presidential-test';
import type { SituationRoom } from '@ec/contract/situation-room/schemas';
import { Panel } from '../../../components/page/Panel.tsx';
import { PresidentialTable } from './PresidentialTable.tsx';
import styles from '../room.module.css';
import { testBasisText, testText, verdictText } from '../../../domain/situation-room/words.ts';

interface PresidentialPanelProps {
  test: PresidentialTest;
  basis: Basis;
  room: Pick<SituationRoom, 'coverage' | 'basis'>;
}

/** Where each party stands in the test of a presidential election, on the figures so far. */
export function PresidentialPanel({ test, basis, room }: PresidentialPanelProps) {
  return (
    <Panel flush title="Presidential test" note={testBasisText(test, basis, room)}>
      <p className={styles.verdict}>
        <strong>{verdictText(test)}</strong> <span className={styles.quiet}>{testText(test)}</span>
      </p>
      <PresidentialTable test={test} />
    </Panel>
  );
}
