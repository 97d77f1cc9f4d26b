import { type DisputeDetail, Resolution } from '@ec/contract/disputes/schemas';
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { Fact, Facts } from '../../components/figure/Facts.tsx';
import { Note } from '../../components/page/Note.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { PlainText } from '../../components/figure/PlainText.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { personText } from '../../domain/people/person-text.ts';
import { isOverVoted } from '../../domain/results/section-51.ts';
import { useReturnFocus } from '../../lib/hooks/focus.ts';
import { AssigneeActions } from './AssigneeActions.tsx';
import styles from './dispute.module.css';
import type { Overtaken } from './overtaken.ts';
import { ResolveDialog } from './ResolveDialog.tsx';
import { offeredResolutions, RESOLUTION_WORDS } from './resolutions.ts';

interface SummaryProps {
  dispute: DisputeDetail;
  onOvertaken: (overtaken: Overtaken | null) => void;
}

/** The resolutions open to the user; for users without the right, the reason. */
function Resolving({ dispute, onChoose }: { dispute: DisputeDetail; onChoose: (resolution: Resolution) => void }) {
  const offered = offeredResolutions(dispute);
  const reason = useId();
  if (dispute.can.refusal) {
    return (
      <>
        <Note kind="warn">
          <span id={reason}>{dispute.hint ?? dispute.can.refusal.reason}</span>
        </Note>
        <div role="group" aria-label="Resolve the dispute" className={styles.acts}>
          {Resolution.options.map((resolution) => (
            <Button key={resolution} variant="default" disabled aria-describedby={reason}>
              {RESOLUTION_WORDS[resolution].label}
            </Button>
          ))}
        </div>
      </>
    );
  }
  if (offered.length === 0) return dispute.hint ? <Note kind="info">{dispute.hint}</Note> : null;
  return (
    <>
      {isOverVoted(dispute.figures) && !dispute.can.verify && (
        <Note kind="warn">
          Verify is not offered: more votes than accredited voters void the unit’s result (Electoral Act 2022, section
          51). Cancel it, or return it where the figures were copied wrongly.
        </Note>
      )}
      <div role="group" aria-label="Resolve the dispute" className={styles.acts}>
        {offered.map((resolution) => (
          <Button
            key={resolution}
            variant={resolution === 'verify' ? 'filled' : 'default'}
            {...(RESOLUTION_WORDS[resolution].danger && { c: 'var(--ec-bad)' })}
            onClick={() => onChoose(resolution)}
          >
            {RESOLUTION_WORDS[resolution].label}
          </Button>
        ))}
      </div>
    </>
  );
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

/** What is contested, by whom, who has it, and what can be done. */
export function Summary({ dispute, onOvertaken }: SummaryProps) {
  const { raisedBy, raisedAt, reason, status } = dispute;
  const [chosen, setChosen] = useState<Resolution | null>(null);
  const rememberFocus = useReturnFocus(chosen !== null);
  const choose = (resolution: Resolution) => {
    rememberFocus();
    setChosen(resolution);
  };
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
          {dispute.assignee ? personText(dispute.assignee) : 'Nobody'}
          {dispute.can.assign && <AssigneeActions dispute={dispute} onOvertaken={onOvertaken} />}
        </Fact>
      </Facts>
      <div style={{ marginTop: 12 }}>
        {status === 'open' ? <Resolving dispute={dispute} onChoose={choose} /> : <Resolved dispute={dispute} />}
      </div>
      {chosen && (
        <ResolveDialog
          dispute={dispute}
          resolution={chosen}
          onOvertaken={onOvertaken}
          onClose={() => setChosen(null)}
        />
      )}
    </Panel>
  );
}
