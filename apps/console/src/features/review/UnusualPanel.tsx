import type { ResultDetail } from '@ec/contract/results/schemas';
import { testsWords } from '@ec/contract/unusual/words';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../components/page/Panel.tsx';
import { Mark } from '../../domain/unusual/Mark.tsx';
import { unusualQuery } from '../../domain/unusual/unusual-results.ts';
import { useMayOpen } from '../../lib/session/may-open.ts';

/** What the checks found about the result beside the other units of its ward, for those who may read it. */
export function UnusualPanel({ result }: { result: ResultDetail }) {
  const reads = useMayOpen('/unusual-results');
  const { data, error } = useQuery({ ...unusualQuery(result.id), enabled: reads });
  if (!reads || (!data && !error)) return null;
  if (!data) return <p className="quiet">The comparison with the ward could not be loaded.</p>;
  if (data.marks.length === 0) {
    return <p className="quiet">Beside the ward: nothing unusual. {testsWords(data)} of the ward.</p>;
  }
  return (
    <Panel title="Unusual beside the ward" note={`${testsWords(data)} of the ward`} flush>
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
