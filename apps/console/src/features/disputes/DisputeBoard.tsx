import { senderWords } from '@ec/contract/second-entry/desk-words';
import type { DisputeDetail } from '@ec/contract/disputes/schemas';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { DeskNote } from '../../domain/results/DeskMark.tsx';
import { FailedChecks, FiguresTable } from '../../domain/results/FiguresTable.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { Note } from '../../components/page/Note.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { SheetViewer } from '../../components/figure/SheetViewer.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { errorMessage } from '../../lib/http/api-error.ts';
import { figureRows } from '../../domain/results/figure-rows.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { formatCount } from '../../lib/format/format.ts';
import { unitName } from '../../domain/places/area-path.ts';
import { CommentBox } from './CommentBox.tsx';
import styles from './dispute.module.css';
import type { Overtaken } from './labels.ts';
import { DecisionPanel } from './DecisionPanel.tsx';
import { Summary } from './Summary.tsx';
import { Thread } from './Thread.tsx';

function OvertakenNote({ overtaken, onReload }: { overtaken: Overtaken; onReload: () => void }) {
  return (
    <Note kind="warn" role="alert">
      <strong>Another user changed this in the meantime, so nothing was done.</strong>
      <div>{errorMessage(overtaken.error)}</div>
      {overtaken.typed && (
        <>
          <div>What you wrote:</div>
          <p className="words above-6 surface ink pad-8-10 rounded-6">{overtaken.typed}</p>
        </>
      )}
      <Button mt="xs" variant="default" onClick={onReload}>
        Reload
      </Button>
    </Note>
  );
}

/** The figures in dispute, with what speaks against them. */
function Figures({ dispute }: { dispute: DisputeDetail }) {
  const { figures, parties, version } = dispute;
  const me = useCurrentMe().user.id;
  return (
    <>
      <DeskNote desk={figures.desk} reader={me} />
      <FailedChecks version={figures} />
      <Panel title="Figures in dispute" note={`Version ${version}`} flush>
        <FiguresTable rows={figureRows(figures, parties, null)} comparedTo={null} />
        <div className={styles.foot}>
          <span className="quiet">
            {senderWords(figures)}, <TimeText moment={figures.submittedAt} minute />
            {figures.late && ', after the deadline'}
          </span>
          <MayLink to={`/review/${dispute.resultId}`}>All versions and decisions</MayLink>
        </div>
      </Panel>
    </>
  );
}

interface DisputeBoardProps {
  dispute: DisputeDetail;
  onReload: () => unknown;
}

/** The sheet beside its figures and the course of the dispute; last, when all of it was seen, what the reader may decide. */
export function DisputeBoard({ dispute, onReload }: DisputeBoardProps) {
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null);
  const comments = dispute.entries.filter(({ kind }) => kind === 'comment').length;
  const reload = () => {
    setOvertaken(null);
    onReload();
  };
  return (
    <div className={`stack gap-12 ${styles.page}`}>
      <div className={`stack gap-12 shrink packed ${styles.summary}`}>
        {overtaken && <OvertakenNote overtaken={overtaken} onReload={reload} />}
        <Summary dispute={dispute} onOvertaken={setOvertaken} />
      </div>
      <div className={styles.sheet}>
        <SheetViewer
          key={dispute.figures.sheetFileId}
          fileId={dispute.figures.sheetFileId}
          alt={`Result sheet of ${unitName(dispute)}, version ${dispute.version}`}
        />
      </div>
      <div className={`stack gap-12 shrink packed ${styles.side}`}>
        <Figures dispute={dispute} />
        <Panel title="Discussion" note={formatCount(comments, 'comment')}>
          <Thread entries={dispute.entries} version={dispute.version} />
          <CommentBox dispute={dispute} onReload={reload} />
        </Panel>
        <DecisionPanel dispute={dispute} onOvertaken={setOvertaken} />
      </div>
    </div>
  );
}
