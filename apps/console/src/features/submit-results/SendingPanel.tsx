import { Button } from '@mantine/core';
import { Note } from '../../components/page/Note.tsx';
import { formatTime } from '../../lib/format/format.ts';
import type { Attempt, Problem } from '../../lib/device/outbox-item.ts';
import type { ResultBody, SheetItem } from '../../domain/sending/sheet-outbox.ts';
import { outbox } from '../../domain/sending/sheets.ts';
import type { Desk, DeskElection } from './api.ts';
import { NextSheet } from './Contests.tsx';
import { Instructions, OtherWays, type Sms } from './SideCards.tsx';
import { PhotoStatus, waitText } from './PhotoStatus.tsx';
import styles from './submit.module.css';
import { useSheet } from '../../domain/sending/use-sending.ts';

function stateText(attempt: Attempt, problem: Problem | null): string {
  if (attempt.sending && attempt.progress !== null) return `Sending the photo, ${Math.round(attempt.progress * 100)}%`;
  if (attempt.sending) return 'Sending the results';
  if (attempt.signedOut) return 'Your session has ended - kept on this phone. Sign in again and it is sent.';
  return `${problem ? waitText(problem) : 'About to send'} - kept on this phone`;
}

function lastTime(problem: Problem, madeAt: string): string {
  return `Prepared at ${formatTime(madeAt)}. Last attempt: ${problem.message}`;
}

interface SendingPanelProps {
  slot: string;
  wardAdmin: Desk['wardAdmin'];
  /** The result as a text message; null where none is taken. */
  sms: (body: ResultBody) => Sms | null;
  /** The sheet that comes next. */
  next: DeskElection | null;
}

/** What is kept, and what it needs to arrive. */
function keptText(sheet: SheetItem): string {
  const photo = sheet.photo || sheet.fileId || sheet.body.photo;
  const what = `The figures${photo ? ' and the photo' : ''} are kept on this phone until the server has received them. `;
  if (outbox.atRisk()) return what;
  return `${what}They are sent while the console is open: keep it open, or open it again where there is a network. They are never counted twice.`;
}

/** A submission on its way: what happens now, that it is safe, and what else can be done. */
export function SendingPanel({ slot, wardAdmin, sms, next }: SendingPanelProps) {
  const sheet = useSheet(slot);
  if (!sheet) return null;
  const text = stateText(sheet, sheet.problem);
  const { photo } = sheet.body;
  return (
    <>
      <section className="card pad" aria-labelledby="sending-state">
        <div role="status">
          <h2 id="sending-state" className={styles.big}>
            {text}
          </h2>
        </div>
        {sheet.progress !== null && (
          <div
            className={styles.bar}
            role="progressbar"
            aria-label="Photo sent"
            aria-valuenow={Math.round(sheet.progress * 100)}
            aria-valuemin={0}
            aria-valuemax={100}
          >
            <div style={{ width: `${sheet.progress * 100}%` }} />
          </div>
        )}
        <p className="hint above-6">{keptText(sheet)}</p>
        {photo && (
          <PhotoStatus
            userId={sheet.userId}
            receivedAt={null}
            sha256={photo.sha256}
            state="awaited"
            originalSha256={null}
            originalReceived={false}
            replace={null}
          />
        )}
        {sheet.problem && <p className="hint above-6">{lastTime(sheet.problem, sheet.madeAt)}</p>}
      </section>
      {outbox.atRisk() && (
        <Note kind="warn" role="alert">
          This browser cannot keep the results on the phone. Do not close this page until they are received.
        </Note>
      )}
      {sheet.problem && <OtherWays wardAdmin={wardAdmin} sms={sms(sheet.body)} />}
      <NextSheet next={next} />
      <Instructions />
      {!sheet.sending && (
        <div className={`${styles.footer} ${styles.two}`}>
          <Button size="lg" variant="default" onClick={() => void outbox.hold(slot)}>
            Change
          </Button>
          <Button size="lg" onClick={() => void outbox.sendNow(slot)}>
            Send now
          </Button>
        </div>
      )}
    </>
  );
}
