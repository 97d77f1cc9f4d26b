import type { ResultDetail } from '@ec/contract/results/schemas';
import { formatExact } from '../../lib/format/format.ts';
import { personText } from '../people/person-text.ts';

const WORDS = {
  submitted: 'sent',
  desk: 'entered from the photo at the desk',
  verified: 'verified',
  returned: 'returned',
  disputed: 'disputed',
  cancelled: 'cancelled',
  taken_over: 'taken over',
  takeover_asked: 'takeover requested',
} as const;

/** Who sent and who decided what, oldest first. */
export function ResultHistory({ result }: { result: Pick<ResultDetail, 'history'> }) {
  return (
    <ol className="tight">
      {result.history.map((entry) => (
        <li key={`${entry.at} ${entry.action} ${entry.version}`}>
          <strong>
            Version {entry.version} {WORDS[entry.action]}
          </strong>{' '}
          <span className="quiet">
            by {personText(entry.by)}, {formatExact(entry.at)}
          </span>
          {entry.reason && <div>Reason: {entry.reason}</div>}
        </li>
      ))}
    </ol>
  );
}
