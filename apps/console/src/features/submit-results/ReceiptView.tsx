import type { Receipt, ResultDetail, ResultVersion } from '@ec/contract/results/schemas';
import { receiptSms, resultFigures } from '@ec/contract/results/sms';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Note } from '../../components/page/Note.tsx';
import type { ResultBody } from '../../domain/sending/sheet-outbox.ts';
import { photoOutbox } from '../../domain/sending/photo-outbox.ts';
import { usePhoto } from '../../domain/sending/use-sending.ts';
import { copyText } from '../../lib/device/copy-text.ts';
import { formatExact } from '../../lib/format/format.ts';
import { AskTakeover } from './AskTakeover.tsx';
import { NextSheet } from './Contests.tsx';
import type { DeskElection } from './api.ts';
import { Instructions } from './SideCards.tsx';
import { PhotoStatus } from './PhotoStatus.tsx';
import styles from './submit.module.css';

/** Everything that proves it. */
function wholeReceipt(receipt: Receipt, unit: string, figures: string): string {
  return [
    `Result of ${unit}, version ${receipt.version}`,
    figures,
    `Submission ID: ${receipt.submissionId}`,
    `Received: ${formatExact(receipt.submittedAt)}`,
    `Receipt: ${receipt.digest}`,
    ...(receipt.sheetSha256 ? [`Photo (SHA-256): ${receipt.sheetSha256}`] : []),
    ...(receipt.originalSha256 ? [`Original photo (SHA-256): ${receipt.originalSha256}`] : []),
  ].join('\n');
}

function Outcome({ receipt }: { receipt: Receipt }) {
  const late = receipt.flags.some((flag) => flag.code === 'LATE');
  if (receipt.status === 'verified') return <p className="para">The results were approved automatically.</p>;
  return (
    <p className="para">
      The results are pending Ward Admin approval.
      {late && ' They came after the deadline and are marked late.'}
    </p>
  );
}

interface ReceiptViewProps {
  receipt: Receipt;
  /** The result as it stands; null until it was read. */
  result: ResultDetail | null;
  /** Hours that a result waits before a takeover can be requested. */
  takeoverAfter: number;
  /** The version as the server has it by now; null until that was read. */
  stored: ResultVersion | null;
  unit: string;
  userId: string;
  /** As they were sent. */
  figures: ResultBody;
  parties: readonly string[];
  /** Whether the result can be sent again. */
  mayReplace: boolean;
  /** The sheet that comes next. */
  next: DeskElection | null;
  onSeen: () => void;
}

/** The server has it: the confirmation with everything that proves it. */
export function ReceiptView(props: ReceiptViewProps) {
  const { receipt, result, takeoverAfter, stored, unit, userId, figures, parties, mayReplace, next, onSeen } = props;
  const replace = mayReplace ? 'See what was sent, then Replace' : null;
  const [copied, setCopied] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus();
  }, []);
  const sheet = { ...figures, registeredVoters: figures.registeredVoters ?? null };
  const text = receiptSms(receipt, { time: formatExact(receipt.submittedAt), sheet, parties });
  const photo = usePhoto(userId, receipt.sheetSha256);
  const original = usePhoto(userId, receipt.originalSha256);
  const photoArrived = (stored?.photo ?? receipt.photo) !== 'awaited' || photo?.state === 'received';
  const photoAtRisk = !photoArrived && photoOutbox.atRisk();
  const originalHere = original !== null && original.state !== 'received';
  const canShare = typeof navigator.share === 'function';
  const copy = async (words: string) =>
    setCopied(
      (await copyText(words))
        ? 'Copied.'
        : 'This browser does not copy by itself. Press and hold the receipt to copy it.',
    );
  const share = () => void navigator.share({ title: 'Result receipt', text }).catch(() => undefined);
  return (
    <>
      <section className="card pad" aria-labelledby="received">
        <Note kind="ok">Results submitted successfully for approval!</Note>
        <h2 id="received" ref={heading} tabIndex={-1} className={styles.big} style={{ marginTop: 12 }}>
          Results Submitted Successfully!
        </h2>
        <Outcome receipt={receipt} />
        {result?.status === 'pending' && <AskTakeover result={result} after={takeoverAfter} />}
        {receipt.photo !== 'none' && (
          <PhotoStatus
            userId={userId}
            receivedAt={receipt.submittedAt}
            sha256={receipt.sheetSha256}
            state={stored?.photo ?? receipt.photo}
            originalSha256={receipt.originalSha256}
            originalReceived={stored !== null && stored.originalFileId !== null}
            replace={replace}
          />
        )}
        <dl className="tight gap-4">
          <div className={styles.sum}>
            <dt>Submission ID</dt>
            <dd className="mono small">{receipt.submissionId}</dd>
          </div>
          <div className={styles.sum}>
            <dt>Time</dt>
            <dd>{formatExact(receipt.submittedAt)}</dd>
          </div>
          <div className={styles.sum}>
            <dt>Version</dt>
            <dd>{receipt.version}</dd>
          </div>
          <div className={styles.sum}>
            <dt>Receipt</dt>
            <dd className="mono small">{receipt.digest.slice(0, 12)}</dd>
          </div>
        </dl>
        {photoAtRisk && (
          <Note kind="warn" role="alert">
            This browser cannot keep the photo on the phone. Do not close this page until it is received.
          </Note>
        )}
        <p className="hint above-6">
          {photoArrived && !originalHere
            ? 'Everything that you sent has arrived. You may close this page.'
            : photo?.state === 'refused' && !photoArrived
              ? `The photo was not taken. ${replace ? `Press ${replace}, and attach another.` : 'Call your ward administrator.'}`
              : `Not all of it has arrived. What is still on this phone is sent while the console is open${photoAtRisk ? '' : ', now or later'}.`}
        </p>
        <details>
          <summary className="quiet">The whole receipt</summary>
          <p className="mono small para">{receipt.digest}</p>
          <p className="hint above-6">
            A digest of what was stored: if a figure or the photo were ever changed, it would no longer fit.
          </p>
          {receipt.sheetSha256 && (
            <>
              <p className="hint above-6">SHA-256 of the photo:</p>
              <p className="mono small para">{receipt.sheetSha256}</p>
            </>
          )}
          <Button
            variant="default"
            onClick={() => void copy(wholeReceipt(receipt, unit, resultFigures(sheet, parties)))}
          >
            Copy the whole receipt
          </Button>
        </details>
        <div className="row" style={{ marginTop: 12 }}>
          <Button variant="default" onClick={() => void copy(text)}>
            Copy receipt
          </Button>
          {canShare && (
            <Button variant="default" onClick={share}>
              Share receipt
            </Button>
          )}
        </div>
        <span role="status" className="quiet">
          {copied}
        </span>
      </section>
      {receipt.flags.map((flag) => (
        <Note key={flag.code} kind="warn">
          <strong>{flag.message}</strong>
          <div>{flag.arithmetic}</div>
        </Note>
      ))}
      <NextSheet next={next} />
      <Instructions />
      <Button size="lg" fullWidth variant={next ? 'default' : 'filled'} onClick={onSeen}>
        See what was sent
      </Button>
    </>
  );
}
