import type { ResultDetail, ResultVersion } from '@ec/contract/results/schemas';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { senderWords } from '@ec/contract/second-entry/desk-words';
import { SheetViewer } from '../../components/figure/SheetViewer.tsx';
import { Note } from '../../components/page/Note.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { unitName } from '../../domain/places/area-path.ts';
import { PHOTO_AWAITED, versionText } from '../../domain/results/labels.ts';
import { figureRows } from '../../domain/results/figure-rows.ts';
import { DeskNote } from '../../domain/results/DeskMark.tsx';
import { FailedChecks, FiguresTable } from '../../domain/results/FiguresTable.tsx';
import { ResultHistory } from '../../domain/results/ResultHistory.tsx';
import { column } from '../../lib/format/css-values.ts';
import { formatCount, formatExact } from '../../lib/format/format.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { ApiError, errorMessage } from '../../lib/http/api-error.ts';
import { type Decision, useAskOriginal, useDecide } from './api.ts';
import { DecisionBar, type Next } from './DecisionBar.tsx';
import { DecisionDialog } from './DecisionDialog.tsx';
import { DECISIONS, isDecided } from './decisions.ts';
import { PublishedPanel } from './PublishedPanel.tsx';
import styles from './ReviewPage.module.css';
import { SecondEntryLine, UnusualPanel } from './ReviewNotes.tsx';
import { SheetsOfUnit } from './UnitContests.tsx';
import { TakeoverNote } from './Takeover.tsx';

/** Refusals that mean that the result is no longer what stands on the screen. */
const OVERTAKEN = new Set<string>(['CONFLICT', 'RESULT_TRANSITION']);

/** The width in pixels of figures without a photo beside them. */
const TEXT_WIDTH = 640;

interface VersionChoiceProps {
  result: ResultDetail;
  shown: ResultVersion;
  onShow: (version: number) => void;
}

function VersionChoice({ result, shown, onShow }: VersionChoiceProps) {
  return (
    <label className="quiet" data-print="none">
      Version{' '}
      <select
        className="field rounded-6"
        value={shown.version}
        onChange={(event) => onShow(Number(event.currentTarget.value))}
      >
        {result.versions.toReversed().map(({ version, desk }) => (
          <option key={version} value={version}>
            {versionText({ version, desk }, result.version)}
          </option>
        ))}
      </select>
    </label>
  );
}

function mayDecide({ can }: ResultDetail): boolean {
  return can.verify || can.return || can.dispute || can.cancel;
}

/** Who sent what is shown, and whether the reader may decide on it. */
function Sender({ result, shown }: { result: ResultDetail; shown: ResultVersion }) {
  return (
    <p className="quiet" style={{ margin: 0 }}>
      {senderWords(shown)}, {formatExact(shown.submittedAt)}, version {shown.version}
      {shown.late && ', after the deadline'}.{' '}
      {mayDecide(result) && !result.hint && 'You did not enter it, so you may decide.'}
      {!result.can.refusal && result.hint}
    </p>
  );
}

interface ResultReviewProps {
  result: ResultDetail;
  next: Next | null;
  /** How many results wait for the reader, further down the list than `next` is looked for. */
  more: number;
  onReload: () => unknown;
}

export function ResultReview({ result, next, more, onReload }: ResultReviewProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  // Decided on is what was read when the dialog opened, whatever arrives while it stands.
  const [deciding, setDeciding] = useState<{ decision: Decision; on: ResultDetail } | null>(null);
  const [overtaken, setOvertaken] = useState<string | null>(null);
  const decide = useDecide(result.id);
  const me = useCurrentMe().user.id;
  const newest = result.versions.find(({ version }) => version === result.version);
  const shown = result.versions.find(({ version }) => version === chosen) ?? newest;
  if (!shown) return null;
  const comparedTo = shown.version === result.version ? result.version - 1 : result.version;
  const compared = result.versions.find(({ version }) => version === comparedTo) ?? null;
  // Without a photo nothing stands beside the figures.
  const hasPhoto = shown.sheetFileId !== null;

  const choose = (decision: Decision) => {
    decide.reset();
    setOvertaken(null);
    setChosen(null);
    setDeciding({ decision, on: result });
  };
  const onDone = ({ disputeId }: ResultDetail) => {
    if (!deciding) return;
    setDeciding(null);
    const raised = disputeId && { to: `/disputes/${disputeId}`, label: 'Open the dispute' };
    const link = raised || next;
    notifySuccess(`${unitName(result)} (${result.pollingUnitCode}) is ${DECISIONS[deciding.decision].done}.`, {
      ...(link && { link }),
    });
  };
  const onRefused = (error: Error) => {
    if (!(error instanceof ApiError) || !OVERTAKEN.has(error.code)) return;
    setDeciding(null);
    setOvertaken(errorMessage(error));
  };
  const reload = () => {
    setOvertaken(null);
    onReload();
  };

  return (
    <div
      className={`pile gap-12 ${hasPhoto ? styles.page : 'column'}`}
      style={hasPhoto ? undefined : column({ most: TEXT_WIDTH })}
    >
      <div className={hasPhoto ? styles.sheet : undefined}>
        <SheetViewer
          key={shown.sheetFileId}
          fileId={shown.sheetFileId}
          originalFileId={shown.originalFileId}
          {...(shown.photo === 'awaited' && { missing: PHOTO_AWAITED })}
          alt={`Result sheet of ${unitName(result)}, version ${shown.version}`}
        />
      </div>
      <div className="pile gap-12 shrink">
        {shown.version === result.version && <AskOriginal result={result} />}
        {overtaken && (
          <Note kind="warn" role="alert">
            <strong>Another user decided or the officer sent a new version in the meantime.</strong>
            <div>{overtaken}</div>
            <Button mt="xs" variant="default" onClick={reload}>
              Reload
            </Button>
          </Note>
        )}
        {result.versions.length > 1 && <VersionChoice result={result} shown={shown} onShow={setChosen} />}
        <SheetsOfUnit result={result} />
        <DeskNote desk={shown.desk} reader={me} />
        <TakeoverNote result={result} />
        <DisputeNote result={result} />
        <FailedChecks version={shown} />
        <Panel flush>
          <FiguresTable
            rows={figureRows(shown, result.parties, compared)}
            comparedTo={compared ? compared.version : null}
          />
        </Panel>
        {shown.version === result.version && <SecondEntryLine result={result} />}
        {shown.version === result.version && <PublishedPanel result={result} />}
        {shown.version === result.version && <UnusualPanel result={result} />}
        {shown.version === result.version && <PassedChecks result={result} />}
        <TurnoutNote result={result} />
        <Sender result={result} shown={shown} />
        <Panel title="History">
          <ResultHistory result={result} />
        </Panel>
        {next && !isDecided(result) && (
          <Button variant="default" component={Link} to={next.to}>
            {next.label}
          </Button>
        )}
        <DecisionBar result={result} next={next} more={more} onChoose={choose} />
      </div>
      {deciding && (
        <DecisionDialog
          decision={deciding.decision}
          result={deciding.on}
          request={decide}
          progress={decide.progress}
          onClose={() => setDeciding(null)}
          onDone={onDone}
          onRefused={onRefused}
        />
      )}
    </div>
  );
}

/** Where a copy was sent and the photo as taken is still on the officer's phone. */
function AskOriginal({ result }: { result: ResultDetail }) {
  const ask = useAskOriginal(result.id);
  if (result.originalAskedAt !== null && result.originalFileId === null) {
    return (
      <p className="quiet" role="status">
        The original photo was requested, {formatExact(result.originalAskedAt)}. It comes when the officer opens the
        console.
      </p>
    );
  }
  if (!result.can.askOriginal) return null;
  return (
    <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate(result.version)}>
      Ask for the original photo
    </Button>
  );
}

/** The checks of the newest version that passed, together. */
function PassedChecks({ result }: { result: ResultDetail }) {
  const passed = result.checks.filter((check) => check.ok);
  if (passed.length === 0) return null;
  return (
    <Note kind="ok">
      Checks: {passed.map((check) => `${check.message.toLowerCase()} (${check.arithmetic})`).join('; ')}.
    </Note>
  );
}

/** Accredited over registered, beside what the ward's other units have. */
function TurnoutNote({ result }: { result: ResultDetail }) {
  if (result.turnout === null) {
    return <Note kind="info">Turnout is not known: neither the sheet nor the register has the registered voters.</Note>;
  }
  const ward = result.wardTurnout;
  const average = ward
    ? ` The ward's average so far: ${ward.turnout.toFixed(1)}% of ${formatCount(ward.units, 'unit')}.`
    : ' No other unit of the ward has reported yet.';
  return (
    <Note kind={result.turnout > 100 ? 'warn' : 'ok'}>
      Accredited {result.turnout.toFixed(1)}% of registered.{average}
    </Note>
  );
}

/** Leads from a disputed result to what is said about it. */
function DisputeNote({ result }: { result: ResultDetail }) {
  if (!result.disputeId) return null;
  return (
    <Note kind="bad">
      <strong>This result is in dispute.</strong>
      <div>An administrator above the person who raised it decides, here or in the dispute.</div>
      <Link to={`/disputes/${result.disputeId}`} className="target medium same">
        Open the dispute
      </Link>
    </Note>
  );
}
