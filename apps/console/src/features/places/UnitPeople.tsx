import type { UnitPage } from '@ec/contract/dashboards';
import type { Location } from '@ec/contract/locations';
import { Avatar } from '../../components/Avatar.tsx';
import { MayLink } from '../../components/MayLink.tsx';
import { Panel } from '../../components/Panel.tsx';
import { CallLink, ContactLine } from '../../components/performance/ContactLine.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { formatNumber } from '../../lib/format.ts';
import { roleTitle } from '../../lib/person-text.ts';
import styles from './places.module.css';

/** The unit as the register has it. */
export function RegisterPanel({ unit }: { unit: Location }) {
  const nameOf = (type: Location['type']) => unit.chain.find((link) => link.type === type)?.name ?? '–';
  return (
    <Panel title="Register">
      <dl className={styles.facts}>
        <dt>Name</dt>
        <dd>{unit.name}</dd>
        <dt>Code</dt>
        <dd>{unit.code}</dd>
        <dt>Ward</dt>
        <dd>{nameOf('ward')}</dd>
        <dt>LGA</dt>
        <dd>{nameOf('lga')}</dd>
        <dt>State</dt>
        <dd>{nameOf('state')}</dd>
        <dt>Registered voters</dt>
        <dd>{unit.registeredVoters === undefined ? 'Not in the register' : formatNumber(unit.registeredVoters)}</dd>
      </dl>
    </Panel>
  );
}

/** Who works at the unit, and whose ward it is. */
export function OfficersPanel({ officers, contact }: Pick<UnitPage, 'officers' | 'contact'>) {
  return (
    <Panel title="Officers and contact">
      <ul className={styles.list} aria-label="Officers">
        {officers.map((officer) => (
          <li key={officer.id} className={styles.person}>
            <Avatar name={officer.name} src={officer.profilePictureUrl} size={40} />
            <div>
              <div className={styles.name}>
                <MayLink to={`/users/${officer.id}`}>{officer.name}</MayLink>
              </div>
              <div className={styles.quiet}>
                {roleTitle(officer.role)}, {officer.status.toLowerCase().replaceAll('_', ' ')} ·{' '}
                {officer.lastLogin ? (
                  <>
                    last signed in <TimeText moment={officer.lastLogin} />
                  </>
                ) : (
                  'has never signed in'
                )}
              </div>
              {officer.phone && <CallLink person={officer} />}
            </div>
          </li>
        ))}
        {officers.length === 0 && <li className={styles.quiet}>No officer is known to you here.</li>}
      </ul>
      <dl className={`${styles.facts} ${styles.below}`}>
        <dt>Ward admin</dt>
        <dd>
          <ContactLine contact={contact} />
        </dd>
      </dl>
    </Panel>
  );
}
