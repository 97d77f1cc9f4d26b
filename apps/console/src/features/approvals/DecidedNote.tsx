import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { Note } from '../../components/page/Note.tsx';
import { decisionText } from './labels.ts';

/** Says that there is nothing left to decide, who decided, and how. */
export function DecidedNote({ request }: { request: ApprovalRequest }) {
  if (request.status === 'PENDING') return null;
  return (
    <Note kind={request.status === 'APPROVED' ? 'ok' : 'info'} role="status">
      <strong>{request.status === 'CANCELLED' ? 'This request is closed.' : 'This request has been decided.'}</strong>{' '}
      {decisionText(request)}
      {request.rejectionReason && <div>Reason: {request.rejectionReason}</div>}
    </Note>
  );
}
