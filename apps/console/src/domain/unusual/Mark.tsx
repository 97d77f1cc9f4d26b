import type { UnusualMark } from '@ec/contract/unusual/schemas';
import { CHECK_WORDS, markWords, modeWords } from '@ec/contract/unusual/words';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Fact, Facts } from '../../components/figure/Facts.tsx';
import { SheetViewer } from '../../components/figure/SheetViewer.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { formatExact } from '../../lib/format/format.ts';
import { DeskChip, DeskHint } from '../results/DeskMark.tsx';
import { MarkDialog } from './MarkDialog.tsx';
import type { MarkStep } from './unusual-results.ts';

function Steps({ mark }: { mark: UnusualMark }) {
  return mark.steps.map(({ change, explanation, by, at }) => (
    <Fact key={at} name={change === 'closed' ? 'Closed' : 'Reopened'}>
      <span className="breaks">{explanation}</span>
      <div className="quiet">
        {by.name}, {formatExact(at)}
      </div>
    </Fact>
  ));
}

/** The photos of the units with the same votes, beside each other. */
function Photos({ mark }: { mark: UnusualMark }) {
  const units = [mark, ...mark.twins];
  return (
    <div className="tiles" data-print="none">
      {units.map(({ resultId, code, name, photoFileId, desk }) => (
        <div key={resultId} className="tight">
          <div className="acts">
            <MayLink to={`/review/${resultId}`}>
              {name} ({code})
            </MayLink>
          </div>
          <DeskHint desk={desk} />
          <SheetViewer fileId={photoFileId} alt={`Result sheet of ${name}, ${code}`} missing="No photo has arrived." />
        </div>
      ))}
    </div>
  );
}

interface MarkProps {
  mark: UnusualMark;
  /** What stands in the list, and not beside the result itself. */
  unit?: boolean;
}

/** One marking in its words: figure, comparison, how often, an ordinary explanation, the next step. */
export function Mark({ mark, unit = false }: MarkProps) {
  const [step, setStep] = useState<MarkStep | null>(null);
  const [photos, setPhotos] = useState(false);
  const words = markWords(mark);
  const follows = modeWords(mark);
  const { check, code, name, chain, closed, can } = mark;
  const where = chain
    .filter(({ type }) => type === 'ward' || type === 'lga')
    .map((link) => link.name)
    .toReversed();
  return (
    <article className="tight" aria-label={`${CHECK_WORDS[check]}, ${code}`}>
      <div className="between">
        <div className="breaks">
          <strong>{CHECK_WORDS[check]}</strong>
          {unit && (
            <div>
              <MayLink to={`/review/${mark.resultId}`}>{name}</MayLink>{' '}
              <span className="quiet">
                {code} · {where.join(', ')}
              </span>
            </div>
          )}
        </div>
        <div className="row">
          {mark.desk && <DeskChip />}
          <StatusChip tone={closed ? 'ok' : 'wait'} label={closed ? 'Closed' : 'Open'} />
        </div>
      </div>
      <Facts>
        <Fact name="Reported">{words.figure}</Fact>
        <Fact name="Beside it">{words.comparison}</Fact>
        <Fact name="Ordinarily">{words.baseRate}</Fact>
        <Fact name="It can mean">{words.explanation}</Fact>
        <Fact name="Next step">{words.next}</Fact>
        {follows !== null && <Fact name="In this election">{follows}</Fact>}
        <Steps mark={mark} />
      </Facts>
      <div className="row" data-print="none">
        {mark.twins.length > 0 && (
          <Button
            size="xs"
            variant="default"
            aria-expanded={photos}
            aria-label={`${photos ? 'Hide' : 'Compare'} the photos of ${code}`}
            onClick={() => setPhotos(!photos)}
          >
            {photos ? 'Hide the photos' : 'Compare the photos'}
          </Button>
        )}
        {can.close && (
          <Button
            size="xs"
            variant="default"
            aria-label={`Close with explanation for ${code}`}
            onClick={() => setStep('close')}
          >
            Close with explanation
          </Button>
        )}
        {can.reopen && (
          <Button size="xs" variant="default" aria-label={`Reopen for ${code}`} onClick={() => setStep('reopen')}>
            Reopen
          </Button>
        )}
      </div>
      {photos && <Photos mark={mark} />}
      {step && <MarkDialog mark={mark} step={step} onClose={() => setStep(null)} />}
    </article>
  );
}
