import type { Basis } from '@ec/contract/base/common';
import type { Contact } from '@ec/contract/dashboards/schemas';
import type { SilentUnits } from '@ec/contract/situation-room/schemas';
import { StatusChip } from '../../../components/figure/StatusChip.tsx';
import { TimeText } from '../../../components/figure/TimeText.tsx';
import { MayLink } from '../../../components/page/MayLink.tsx';
import { withQuery } from '../../../domain/elections/count-choice.ts';
import { CallLink } from '../../../domain/people/CallLink.tsx';
import { formatCount } from '../../../lib/format/format.ts';
import room from '../room.module.css';
import styles from './silent.module.css';

type Units = readonly { officer: Pick<Contact, 'phone'> | null }[];

/** The officers' numbers, each once, and how many units have none. */
export function numbersOf(units: Units): { numbers: string[]; without: number } {
  const numbers = new Set(units.flatMap(({ officer }) => (officer ? [officer.phone] : [])));
  return { numbers: [...numbers], without: units.filter(({ officer }) => officer === null).length };
}

/** What was copied, and for how many units there was nothing to copy. */
export function copiedText({ numbers, without }: ReturnType<typeof numbersOf>): string {
  const copied = `${formatCount(numbers.length, 'number')} copied.`;
  return without > 0 ? `${copied} ${formatCount(without, 'unit has', 'units have')} no officer to call.` : copied;
}

type Ward = SilentUnits['wards'][number];

interface SilentWardProps {
  ward: Ward;
  electionId: string;
  basis: Basis;
  seesPeople: boolean;
  onCopy: () => void;
}

/** Who to call, with the number to press. */
function Person({ contact, none }: { contact: Contact | null; none: string }) {
  if (!contact) return <span className="hint regular">{none}</span>;
  return (
    <>
      {contact.name}, <CallLink person={contact} />
    </>
  );
}

/** One ward's silent units, each with its officer; first the ward admin, who knows them all. */
export function SilentWard({ ward: { ward, contact, units }, electionId, basis, seesPeople, onCopy }: SilentWardProps) {
  const shown = { election: electionId, source: 'official', basis };
  return (
    <section className={styles.ward} aria-labelledby={`ward-${ward.id}`}>
      <div className={styles.wardHead}>
        <h3 id={`ward-${ward.id}`} className={styles.wardName}>
          {ward.name} <span className="hint regular">{ward.code}</span>
        </h3>
        <span className="hint regular">{formatCount(units.length, 'silent unit')}</span>
        {seesPeople && numbersOf(units).numbers.length > 0 && (
          <button
            type="button"
            className="plain opener medium"
            aria-label={`Copy numbers of ${ward.name}`}
            onClick={onCopy}
          >
            Copy numbers
          </button>
        )}
      </div>
      {seesPeople && (
        <div className={styles.wardAdmin}>
          Ward admin: <Person contact={contact} none="Not assigned" />
        </div>
      )}
      <ul className={styles.units}>
        {units.map(({ id, name, code, officer, lastActivity, returned }) => (
          <li key={id}>
            <div className={room.itemHead}>
              <MayLink to={withQuery(`/pu/${code}`, shown)}>{name}</MayLink>
              {returned && <StatusChip tone="info" label="Returned" />}
            </div>
            <div className="hint regular">
              {code}
              {lastActivity && (
                <>
                  {' '}
                  · officer last signed in <TimeText moment={lastActivity} />
                </>
              )}
            </div>
            {seesPeople && (
              <div>
                <Person contact={officer} none="No officer" />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
