import { ROLES } from '@ec/contract/permissions/roles';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatExact } from '../../lib/format/format.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { useSystemName } from '../../lib/session/system.ts';
import '../print.css';
import styles from './PrintHead.module.css';

/** The head of a printed page: system, user and time, which distinguish it from a later print. */
export function PrintHead() {
  const { user } = useCurrentMe();
  const name = useSystemName();
  const [moment, setMoment] = useState(() => Date.now());
  useEffect(() => {
    // The browser lays out the paper as soon as the event handler returns.
    const onPrint = () => flushSync(() => setMoment(Date.now()));
    window.addEventListener('beforeprint', onPrint);
    return () => window.removeEventListener('beforeprint', onPrint);
  }, []);
  return (
    <p data-print="only" className={styles.head}>
      <strong>{name}</strong> · printed {formatExact(moment)} by {user.name}, {ROLES[user.role].title}
    </p>
  );
}
