import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { Note } from '../../components/page/Note.tsx';
import { changesOf } from './dialogs/changes.ts';
import { Differences, PersonFacts } from './dialogs/Differences.tsx';
import styles from './dialogs/dialogs.module.css';
import { isAsked, roleTitle, usDate } from './labels.ts';

/** What the approver has asked for and not received yet. */
export function AskedNote({ request }: { request: ApprovalRequest }) {
  if (!isAsked(request)) return null;
  return (
    <Note kind="warn" role="status">
      <strong>More information is asked for.</strong>
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

/** What is asked for, about whom, by whom and why: the same in the details and on the cards. */
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
        <h3>User details</h3>
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
