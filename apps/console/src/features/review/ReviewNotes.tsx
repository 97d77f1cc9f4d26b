import type { ResultDetail } from '@ec/contract/results/schemas';
import { needsExplanation, testsWords } from '@ec/contract/unusual/words';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Note } from '../../components/page/Note.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { Mark } from '../../domain/unusual/Mark.tsx';
import { unusualQuery } from '../../domain/unusual/unusual-results.ts';
import { formatCount } from '../../lib/format/format.ts';
import { useMayOpen } from '../../lib/session/may-open.ts';
import { EntryOfResultChip } from '../../domain/second-entry/EntryChip.tsx';

/** What the checks found about the result beside the other units of its ward, for those who may read it. */
export function UnusualPanel({ result }: { result: ResultDetail }) {
  const reads = useMayOpen('/unusual-results');
  const { data, error } = useQuery({ ...unusualQuery(result.id), enabled: reads });
  if (!reads || (!data && !error)) return null;
  if (!data) return <p className="quiet">The comparison with the ward could not be loaded.</p>;
  if (data.marks.length === 0) {
    return <p className="quiet">Beside the ward: nothing unusual. {testsWords(data)} of the ward.</p>;
  }
  const needed = data.marks.filter(needsExplanation).length;
  return (
    <Panel title="Unusual beside the ward" note={`${testsWords(data)} of the ward`} flush>
      {needed > 0 && (
        <Note kind="warn">
          Close {needed === 1 ? 'the marking below' : `${formatCount(needed, 'marking')} below`} with an explanation.
          After that the result can be verified.
        </Note>
      )}
      <ul aria-label="Unusual beside the ward">
        {data.marks.map((mark) => (
          <li key={mark.check} className="entry">
            <Mark mark={mark} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

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
