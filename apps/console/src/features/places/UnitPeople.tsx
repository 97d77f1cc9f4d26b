import type { UnitPage } from '@ec/contract/dashboards/schemas';
import type { Location } from '@ec/contract/geography/schemas';
import { Avatar } from '../../domain/people/Avatar.tsx';
import { Fact, Facts } from '../../components/figure/Facts.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { CallLink } from '../../domain/people/CallLink.tsx';
import { ContactLine } from '../../domain/performance/AreaParts.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import { roleTitle } from '../../domain/people/person-text.ts';
import styles from './places.module.css';

/** The unit as the register has it. */
export function RegisterPanel({ unit }: { unit: Location }) {
  const nameOf = (type: Location['type']) => unit.chain.find((link) => link.type === type)?.name ?? '–';
  return (
    <Panel title="Register">
      <Facts>
        <Fact name="Name">{unit.name}</Fact>
        <Fact name="Code">{unit.code}</Fact>
        <Fact name="Ward">{nameOf('ward')}</Fact>
        <Fact name="LGA">{nameOf('lga')}</Fact>
        <Fact name="State">{nameOf('state')}</Fact>
        <Fact name="Registered voters">
          {unit.registeredVoters === undefined ? 'Not in the register' : formatNumber(unit.registeredVoters)}
        </Fact>
      </Facts>
    </Panel>
  );
}

/** Who works at the unit, and whose ward it is. */
export function OfficersPanel({ officers, contact }: Pick<UnitPage, 'officers' | 'contact'>) {
  return (
    <Panel title="Officers and contact">
      <ul className={`tight gap-10 ${styles.list}`} aria-label="Officers">
        {officers.map((officer) => (
          <li key={officer.id} className={styles.person}>
            <Avatar name={officer.name} src={officer.profilePictureUrl} size={40} />
            <div>
              <div className={`strong links ${styles.name}`}>
                <MayLink to={`/users/${officer.id}`}>{officer.name}</MayLink>
              </div>
              <div className="hint">
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
        {officers.length === 0 && <li className="hint">No officer is known to you here.</li>}
      </ul>
      <div className={styles.below}>
        <Facts>
          <Fact name="Ward admin">
            <ContactLine contact={contact} />
          </Fact>
        </Facts>
      </div>
    </Panel>
  );
}
