import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { Fact, Facts } from '../../components/figure/Facts.tsx';
import { Note } from '../../components/page/Note.tsx';
import { changesOf, factsOf } from './dialogs/changes.ts';
import styles from './dialogs/dialogs.module.css';
import { isAsked, roleTitle, usDate } from './labels.ts';
import { formatExact, isoText, type Moment } from '../../lib/format/format.ts';

/** What the approver has requested and not received yet. */
export function AskedNote({ request }: { request: ApprovalRequest }) {
  if (!isAsked(request)) return null;
  return (
    <Note kind="warn" role="status">
      <strong>More information is requested.</strong>
      {request.infoComment && <div>{request.infoComment}</div>}
      {request.requiredInfo && request.requiredInfo.length > 0 && (
        <ul className="bullets">
          {request.requiredInfo.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Note>
  );
}

/** What is requested, about whom, by whom and why: the same in the details and on the cards. */
export function RequestFacts({ request }: { request: ApprovalRequest }) {
  const changing = changesOf(request.previousData, request.userData).length > 0;
  return (
    <>
      {changing && (
        <section className={styles.section}>
          <h3>Requested changes</h3>
          <Differences request={request} />
        </section>
      )}
      <section className={styles.section}>
        <h3>Justification</h3>
        <p className="words">{request.justification}</p>
      </section>
      <section className={styles.section}>
        <h3>{changing ? 'User details after the change' : 'User details'}</h3>
        <PersonFacts request={request} />
      </section>
      <section className={styles.section}>
        <h3>Requested by</h3>
        <div>
          {request.requestingUserName}, {roleTitle(request.requestingUserRole)}, on {usDate(request.createdAt)}
        </div>
      </section>
    </>
  );
}

/** What the request changes, before and after, field by field; nothing where it changes no field. */
export function Differences({ request }: { request: ApprovalRequest }) {
  const changes = changesOf(request.previousData, request.userData);
  if (changes.length === 0) return null;
  return (
    <table className={`table small ${styles.changes}`} aria-label="What changes">
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
function PersonFacts({ request }: { request: ApprovalRequest }) {
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

/** A date as the queue shows it, which breaks before the time and not within it; the exact time in the title. */
export function UsDate({ moment }: { moment: Moment }) {
  return (
    <time dateTime={isoText(moment)} title={formatExact(moment)}>
      {usDate(moment).replace(/ (?=[AP]M$)/, '\u00A0')}
    </time>
  );
}
