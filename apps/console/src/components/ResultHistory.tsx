import type { ResultDetail } from '@ec/contract/results';
import { normaliseRole, ROLES } from '@ec/contract/roles';
import { formatExact } from '../lib/format.ts';
import styles from './ResultHistory.module.css';

const WORDS = {
  submitted: 'sent',
  verified: 'verified',
  returned: 'returned',
  disputed: 'disputed',
  cancelled: 'cancelled',
} as const;

function roleTitle(role: string): string {
  const known = normaliseRole(role);
  return known ? ROLES[known].title : role;
}

/** Who sent and who decided what, oldest first. */
export function ResultHistory({ result }: { result: Pick<ResultDetail, 'history'> }) {
  return (
    <ol className={styles.history}>
      {result.history.map((entry) => (
        <li key={`${entry.at} ${entry.action} ${entry.version}`}>
          <strong>
            Version {entry.version} {WORDS[entry.action]}
          </strong>{' '}
          <span className={styles.quiet}>
            by {entry.by ? `${entry.by.name} (${roleTitle(entry.by.role)})` : 'the system'}, {formatExact(entry.at)}
          </span>
          {entry.reason && <div>Reason: {entry.reason}</div>}
        </li>
      ))}
    </ol>
  );
}
