import type { ResultDetail } from '@ec/contract/results/schemas';
import { Link } from 'react-router';
import { EntryOfResultChip } from '../../domain/second-entry/EntryChip.tsx';
import { useMayOpen } from '../../lib/session/may-open.ts';

const ENTRIES = '/second-entries';

/** How the second entry of the newest version stands, where the policy of the election asks for one. */
export function SecondEntryLine({ result: { secondEntry } }: { result: ResultDetail }) {
  const opens = useMayOpen(ENTRIES);
  if (!secondEntry) return null;
  const { id, state } = secondEntry;
  return (
    <div className="row acts">
      <EntryOfResultChip state={state} />
      {id && opens && <Link to={`${ENTRIES}?${new URLSearchParams({ entry: id })}`}>Open the second entry</Link>}
    </div>
  );
}
