import type { DashboardElection } from '@ec/contract/dashboards/schemas';
import type { ResultDetail } from '@ec/contract/results/schemas';
import { senderWords } from '@ec/contract/second-entry/desk-words';
import { Button, Modal, Skeleton } from '@mantine/core';
import { IconZoomIn } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { SheetViewer } from '../../components/figure/SheetViewer.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { figureRows } from '../../domain/results/figure-rows.ts';
import { DeskNote } from '../../domain/results/DeskMark.tsx';
import { FailedChecks, FiguresTable } from '../../domain/results/FiguresTable.tsx';
import { RESULT_STATUS, SOURCE_WORDS, versionText } from '../../domain/results/labels.ts';
import { ResultHistory } from '../../domain/results/ResultHistory.tsx';
import { formatDay, formatExact } from '../../lib/format/format.ts';
import { useFileUrl } from '../../lib/hooks/use-file-url.ts';
import { mayOpen } from '../../lib/session/may-open.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import styles from './places.module.css';
import { PartyLooks } from '../../domain/results/PartyLooks.tsx';

const NOTHING = 0;

interface ChoiceProps {
  label: string;
  result: ResultDetail;
  value: number;
  onChange: (version: number) => void;
  /** For the comparison: the version that is shown is not compared with itself, and comparing can be left out. */
  except?: number;
}

function VersionSelect({ label, result, value, onChange, except }: ChoiceProps) {
  return (
    <label data-print="none" className="inline middle gap-8 dim tiny">
      {label}
      <select className="field" value={value} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        {except !== undefined && <option value={NOTHING}>nothing</option>}
        {result.versions
          .filter(({ version }) => version !== except)
          .toReversed()
          .map(({ version, desk }) => (
            <option key={version} value={version}>
              {versionText({ version, desk }, result.version)}
            </option>
          ))}
      </select>
    </label>
  );
}

/** The link to the review page, for users who may decide or read there. */
function ReviewLink({ result }: { result: ResultDetail }) {
  const me = useCurrentMe();
  const path = `/review/${result.id}`;
  if (!mayOpen(me, path)) return null;
  const { verify, return: giveBack, dispute, cancel } = result.can;
  const decides = verify || giveBack || dispute || cancel;
  return (
    <Button
      component={Link}
      to={path}
      className={styles.touch}
      variant={verify || giveBack || cancel ? 'filled' : 'default'}
    >
      {decides ? 'Review this result' : 'Open in result review'}
    </Button>
  );
}

/** A result of the unit: how it stands, each of its versions with its sheet, and who decided what. */
export function UnitResult({ election, result }: { election: DashboardElection; result: ResultDetail }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [against, setAgainst] = useState<number | null>(null);
  const me = useCurrentMe().user.id;
  const { versions } = result;
  const shown = versions.find(({ version }) => version === chosen) ?? versions.at(-1);
  if (!shown) return null;
  // Without a wish the newest is compared with the one before it, and an older one with the newest.
  const usual = shown.version === result.version ? result.version - 1 : result.version;
  const compared = versions.find(({ version }) => version === (against ?? usual) && version !== shown.version) ?? null;
  return (
    <Panel
      title={`${election.name}, ${SOURCE_WORDS[result.source].toLowerCase()}`}
      note={<StatusChip {...RESULT_STATUS[result.status]} />}
      actions={<ReviewLink result={result} />}
    >
      <div className={styles.stack}>
        <div className={styles.tools}>
          {versions.length > 1 && (
            <>
              <VersionSelect label="Version" result={result} value={shown.version} onChange={setChosen} />
              <VersionSelect
                label="compared with"
                result={result}
                value={compared?.version ?? NOTHING}
                onChange={setAgainst}
                except={shown.version}
              />
            </>
          )}
          <span className="hint">
            Version {shown.version} of {versions.length}. {senderWords(shown)}, {formatExact(shown.submittedAt)}
            {shown.late && ', late'} · receipt {shown.submissionId} · election day {formatDay(election.electionDate)}
          </span>
        </div>
        <DeskNote desk={shown.desk} reader={me} />
        <FailedChecks version={shown} />
        <div className={`stack start ${styles.columns}`} data-photo={shown.sheetFileId !== null}>
          <SheetThumb
            key={shown.sheetFileId}
            fileId={shown.sheetFileId}
            alt={`Result sheet, ${election.name}, version ${shown.version}`}
          />
          <div className="rounded framed hides">
            <PartyLooks of={result}>
              <FiguresTable rows={figureRows(shown, result.parties, compared)} comparedTo={compared?.version ?? null} />
            </PartyLooks>
          </div>
          <div>
            <h3 className="title below-8">History</h3>
            <ResultHistory result={result} />
          </div>
        </div>
      </div>
    </Panel>
  );
}

/** The sheet's photo, small; pressed it opens as large as the screen. */
function SheetThumb({ fileId, alt }: { fileId: string | null; alt: string }) {
  const [open, setOpen] = useState(false);
  const { url, isPending, error, refetch } = useFileUrl(fileId, 'thumbnail');
  if (!fileId) return <p className="hint">No photo of the sheet was sent with this version.</p>;
  if (error) return <ErrorView title="The photo could not be loaded" error={error} onRetry={refetch} />;
  return (
    <>
      <button type="button" className={styles.thumb} onClick={() => setOpen(true)} aria-label={`Look closer: ${alt}`}>
        {isPending || !url ? <Skeleton height={220} /> : <img src={url} alt={alt} />}
        <span>
          <IconZoomIn size={16} aria-hidden /> Look closer
        </span>
      </button>
      <Modal opened={open} onClose={() => setOpen(false)} title={alt} size={1100}>
        <SheetViewer fileId={fileId} alt={alt} />
      </Modal>
    </>
  );
}
