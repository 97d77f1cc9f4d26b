import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { Fact, Facts } from '../../../components/figure/Facts.tsx';
import { changesOf, factsOf } from './changes.ts';
import styles from './dialogs.module.css';

/** What the request changes, before and after, field by field; nothing where it changes no field. */
export function Differences({ request }: { request: ApprovalRequest }) {
  const changes = changesOf(request.previousData, request.userData);
  if (changes.length === 0) return null;
  return (
    <table className={styles.changes} aria-label="What changes">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ label, before, after }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="dim">{before}</td>
            <td className="bold">{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** All that is said of the person. */
export function PersonFacts({ request }: { request: ApprovalRequest }) {
  return (
    <Facts>
      {factsOf(request.userData).map(({ label, value }) => (
        <Fact key={label} name={label}>
          {value}
        </Fact>
      ))}
    </Facts>
  );
}
