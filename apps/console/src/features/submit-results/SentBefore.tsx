import { ORIGIN_WORDS } from '@ec/contract/second-entry/desk-words';
import type { ResultDetail, ResultVersion } from '@ec/contract/results/schemas';
import { Button } from '@mantine/core';
import { Note } from '../../components/page/Note.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { DeskNote } from '../../domain/results/DeskMark.tsx';
import { RESULT_STATUS } from '../../domain/results/labels.ts';
import { formatExact, formatNumber } from '../../lib/format/format.ts';
import { useFileUrl } from '../../lib/hooks/use-file-url.ts';
import type { Desk, DeskElection } from './api.ts';
import { AskTakeover } from './AskTakeover.tsx';
import { Instructions, OtherWays } from './SideCards.tsx';
import { figureOf, fromVersion } from './figures.ts';
import { PhotoStatus } from './PhotoStatus.tsx';
import { allFields } from './sheet-fields.ts';
import styles from './submit.module.css';

function SheetPhoto({ fileId }: { fileId: string }) {
  const { url, error } = useFileUrl(fileId, 'thumbnail');
  if (error) return <p className="hint above-6">The photo cannot be loaded now.</p>;
  return url ? (
    <img src={url} alt="The result sheet that was sent" style={{ maxWidth: '100%', maxHeight: 240 }} />
  ) : null;
}

interface VersionProps {
  version: ResultVersion;
  election: DeskElection;
  userId: string;
  open: boolean;
  replace: string | null;
}

function Version({ version, election, userId, open, replace }: VersionProps) {
  const typed = fromVersion(version);
  const fields = allFields({ ...election, fullEc8a: version.boxes !== null });
  const rows = fields.map(({ path, label }): [string, number | null] => [
    label,
    path === 'registeredVoters' ? version.registeredVoters : figureOf(typed, path),
  ]);
  rows.push(['Total votes cast', version.totalVotes]);
  return (
    <details open={open} className="card pad">
      <summary className={`beside gap-10 touch ${styles.tick}`} style={{ display: 'list-item', paddingTop: 10 }}>
        Version {version.version} · {formatExact(version.submittedAt)} · total {formatNumber(version.totalVotes)}
        {version.late && ' · late'}
        {version.desk && ` · ${ORIGIN_WORDS.desk}`}
      </summary>
      <p className="mono small para">{version.submissionId}</p>
      <dl className="tight gap-4">
        {rows.map(([label, figure]) => (
          <div key={label} className={styles.sum}>
            <dt>{label}</dt>
            <dd>{formatNumber(figure)}</dd>
          </div>
        ))}
      </dl>
      {version.flags.map((flag) => (
        <p key={flag.code} className="hint above-6">
          {flag.message}: {flag.arithmetic}
        </p>
      ))}
      <p className="hint above-6">Receipt {version.digest.slice(0, 12)}</p>
      {open && version.sheetFileId && <SheetPhoto fileId={version.sheetFileId} />}
      {version.photo === 'none' && <p className="hint above-6">Sent without a photo.</p>}
      {open && version.photoDeclared && (
        <PhotoStatus
          userId={userId}
          receivedAt={version.submittedAt}
          sha256={version.sheetSha256}
          state={version.photo}
          originalSha256={version.originalSha256}
          originalReceived={version.originalFileId !== null}
          replace={replace}
        />
      )}
    </details>
  );
}

/** What is to be done now, in words. */
function Standing({ result, mayEdit }: { result: ResultDetail; mayEdit: boolean }) {
  const by = result.decidedBy ? ` by ${result.decidedBy.name}` : '';
  const at = result.decidedAt ? `, ${formatExact(result.decidedAt)}` : '';
  const reason = result.reason && <div>Reason: {result.reason}</div>;
  switch (result.status) {
    case 'pending':
      return (
        <Note kind="info">
          The Ward Administrator reviews it. A notification follows. If you see a mistake before that, replace it.
        </Note>
      );
    case 'returned':
      return (
        <Note kind="warn" role="status">
          <strong>
            Returned for changes{by}
            {at}
          </strong>
          {reason}
          <div>
            {mayEdit
              ? 'Check the sheet, correct the figures or the photo, and send it again.'
              : 'It can no longer be sent again. Call your ward administrator.'}
          </div>
        </Note>
      );
    case 'verified':
      return (
        <Note kind="ok">
          Verified{by}
          {at}. There is nothing more to do. If a figure is wrong, call your ward administrator: it can only be changed
          through a dispute.
        </Note>
      );
    case 'disputed':
      return (
        <Note kind="warn" role="status">
          <strong>
            In dispute{by}
            {at}
          </strong>
          {reason}
          <div>The reviewers decide on it. Keep the paper sheet at hand and answer your ward administrator's call.</div>
        </Note>
      );
    case 'cancelled':
      return (
        <Note kind="bad" role="status">
          <strong>
            Cancelled{by}
            {at}
          </strong>
          {reason}
          <div>The unit counts zero votes. Call your ward administrator if you think that this is a mistake.</div>
        </Note>
      );
  }
}

interface SentBeforeProps {
  election: DeskElection;
  result: ResultDetail;
  userId: string;
  wardAdmin: Desk['wardAdmin'];
  /** Hours that a result waits before a takeover can be requested. */
  takeoverAfter: number;
  onEdit: () => void;
}

/** What the officer sent for this election, how it stands, and what to do. */
export function SentBefore({ election, result, userId, wardAdmin, takeoverAfter, onEdit }: SentBeforeProps) {
  const state = RESULT_STATUS[result.status];
  const mayEdit = result.can.resubmit && !election.closed;
  return (
    <>
      <section className="card pad" aria-labelledby="sent">
        <div className={styles.sum}>
          <h2 id="sent" className="heading">
            {result.desk ? `${ORIGIN_WORDS.desk}, version` : 'Sent, version'} {result.version}
          </h2>
          <StatusChip {...state} />
        </div>
        <div className="quiet">
          {formatExact(result.submittedAt)} · {formatNumber(result.totalVotes)} votes · {result.submissionId}
        </div>
      </section>
      <DeskNote desk={result.desk} reader={userId} />
      <Standing result={result} mayEdit={mayEdit} />
      {result.status === 'pending' && <AskTakeover result={result} after={takeoverAfter} />}
      {result.status !== 'pending' && <OtherWays wardAdmin={wardAdmin} sms={null} />}
      {result.versions.toReversed().map((version) => (
        <Version
          key={version.version}
          version={version}
          election={election}
          userId={userId}
          open={version.version === result.version}
          replace={mayEdit && result.status === 'pending' && version.version === result.version ? 'Replace' : null}
        />
      ))}
      <Instructions />
      {mayEdit && (
        <div className={styles.footer}>
          <Button size="lg" fullWidth variant={result.status === 'returned' ? 'filled' : 'default'} onClick={onEdit}>
            {result.status === 'returned' ? 'Resubmit' : 'Replace'}
          </Button>
        </div>
      )}
    </>
  );
}
