import type { SecondEntryStep } from '@ec/contract/second-entry/schemas';
import { PlainText } from '../../components/figure/PlainText.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { personText } from '../../domain/people/person-text.ts';
import { fieldList, stepWords } from './verdicts.ts';

/** Who took, entered and decided what, oldest first. */
export function DifferenceHistory({ steps, ofDesk }: { steps: readonly SecondEntryStep[]; ofDesk: boolean }) {
  if (steps.length === 0) return <p className="quiet">No transcriber has taken the sheet yet.</p>;
  return (
    <ol className="tight" aria-label="Steps of the second entry">
      {steps.map((step) => (
        <li key={`${step.at} ${step.step}`}>
          <strong>{personText(step.by)}</strong> {stepWords(step, ofDesk)}
          {step.fields.length > 0 && ` (${fieldList(step.fields)})`},{' '}
          <TimeText moment={step.at} className="quiet" minute />
          {step.reason && <PlainText text={step.reason} className="words" />}
        </li>
      ))}
    </ol>
  );
}
