import { type DisputeDetail, Resolution } from '@ec/contract/disputes/schemas';
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { Note } from '../../components/page/Note.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { citationText } from '@ec/contract/law/schemas';
import { isOverVoted } from '../../domain/results/decision-words.ts';
import { useReturnFocus } from '../../lib/hooks/focus.ts';
import { offeredResolutions, type Overtaken, RESOLUTION_WORDS } from './labels.ts';
import { ResolveDialog } from './ResolveDialog.tsx';

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
        <div role="group" aria-label="Resolve the dispute" className="row roomy above-8">
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
      {dispute.hint && <Note kind="warn">{dispute.hint}</Note>}
      {isOverVoted(dispute.figures) && !dispute.can.verify && (
        <Note kind="warn">
          Verify is not offered: more votes than accredited voters void the unit’s result by{' '}
          {citationText(dispute.overVotingLaw)}. Cancel it, or return it where the figures were copied wrongly.
        </Note>
      )}
      <div role="group" aria-label="Resolve the dispute" className="row roomy above-8">
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

interface DecisionPanelProps {
  dispute: DisputeDetail;
  onOvertaken: (overtaken: Overtaken | null) => void;
}

/** What the reader may decide, while the dispute is open and something can be said about it. */
export function DecisionPanel({ dispute, onOvertaken }: DecisionPanelProps) {
  const [chosen, setChosen] = useState<Resolution | null>(null);
  const rememberFocus = useReturnFocus(chosen !== null);
  const choose = (resolution: Resolution) => {
    rememberFocus();
    setChosen(resolution);
  };
  if (dispute.status !== 'open') return null;
  if (!dispute.can.refusal && !dispute.hint && offeredResolutions(dispute).length === 0) return null;
  return (
    <Panel title="Decision">
      <Resolving dispute={dispute} onChoose={choose} />
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
