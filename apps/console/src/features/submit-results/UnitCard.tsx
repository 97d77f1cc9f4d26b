import type { Location } from '@ec/contract/geography/schemas';
import { formatNumber } from '../../lib/format/format.ts';
import { placeNames } from './desk.ts';
import styles from './submit.module.css';

/** The officer's unit and where it lies. */
export function UnitCard({ unit }: { unit: Location }) {
  const { ward, lga, state } = placeNames(unit);
  return (
    <section className={styles.card} aria-label="Your polling unit">
      <p className="heading">
        {unit.name}, {ward}
      </p>
      <div className="quiet">
        {lga} · {state} · {unit.code} ·{' '}
        {unit.registeredVoters === undefined
          ? 'registered voters not in the register'
          : `${formatNumber(unit.registeredVoters)} registered`}
      </div>
    </section>
  );
}
