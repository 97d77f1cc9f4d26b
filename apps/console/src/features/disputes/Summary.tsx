import type { DisputeDetail } from '@ec/contract/disputes/schemas';
import { Fact, Facts } from '../../components/figure/Facts.tsx';
import { Note } from '../../components/page/Note.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { PlainText } from '../../components/figure/PlainText.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { personText } from '../../domain/people/person-text.ts';
import { AssigneeActions } from './AssigneeActions.tsx';
import type { Overtaken } from './labels.ts';

interface SummaryProps {
  dispute: DisputeDetail;
  onOvertaken: (overtaken: Overtaken | null) => void;
}

function Resolved({ dispute }: { dispute: DisputeDetail }) {
  const { resolvedAs, resolvedBy, resolvedAt } = dispute;
  const reason = dispute.entries.findLast(({ kind }) => kind === 'resolved')?.text;
  if (!resolvedAs || !resolvedAt) return null;
  return (
    <Note kind={resolvedAs === 'verified' ? 'ok' : 'info'}>
      <strong>The result was {resolvedAs}</strong> by {personText(resolvedBy)}, <TimeText moment={resolvedAt} minute />.
      {reason && <PlainText text={reason} className="words accents" />}
    </Note>
  );
}

/** What is contested, by whom, who has it, and how it ended. */
export function Summary({ dispute, onOvertaken }: SummaryProps) {
  const { raisedBy, raisedAt, reason, status } = dispute;
  return (
    <Panel title="What is in dispute">
      <Facts>
        <Fact name="Reason">
          <PlainText text={reason} className="words accents" />
        </Fact>
        <Fact name="Raised by">
          {personText(raisedBy)}, <TimeText moment={raisedAt} minute />
        </Fact>
        <Fact name="Assignee">
          {dispute.assignee ? personText(dispute.assignee) : 'Not assigned'}
          {dispute.can.assign && <AssigneeActions dispute={dispute} onOvertaken={onOvertaken} />}
        </Fact>
      </Facts>
      {status !== 'open' && (
        <div style={{ marginTop: 12 }}>
          <Resolved dispute={dispute} />
        </div>
      )}
    </Panel>
  );
}
