import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { latePart } from '../../components/page/late-part.tsx';
import { formatCount } from '../../lib/format/format.ts';
import styles from './OutboxBar.module.css';
import { photoOutbox } from './photo-outbox.ts';
import { outbox } from './sheets.ts';
import { useSending } from './use-sending.ts';

const SHEET = '/submit-results';

const RefusedItems = latePart(async () => (await import('./Refused.tsx')).RefusedItems);

/** What waits, in words; null where nothing does. */
function waitingText(sheets: number, photos: number): string | null {
  const parts = [sheets > 0 && formatCount(sheets, 'result'), photos > 0 && formatCount(photos, 'photo')].filter(
    Boolean,
  );
  return parts.length === 0 ? null : `${parts.join(' and ')} waiting on this phone`;
}

/**
 * Sends unsent sheets of this phone on every page, and shows that; the page of the sheet shows it itself. Below it what the
 * server refused.
 */
export function OutboxBar({ userId }: { userId: string }) {
  useSending(userId);
  const { pathname } = useLocation();
  const all = useSyncExternalStore(outbox.subscribe, outbox.list);
  const files = useSyncExternalStore(photoOutbox.subscribe, photoOutbox.list);
  const mine = <T extends { userId: string; state: string }>(list: readonly T[], state: 'waiting' | 'refused') =>
    list.filter((item) => item.userId === userId && item.state === state);
  const sheets = mine(all, 'waiting');
  const photos = mine(files, 'waiting');
  const text = waitingText(sheets.length, photos.length);
  const isRefused = mine(all, 'refused').length + mine(files, 'refused').length > 0;
  const refused = isRefused && <RefusedItems userId={userId} />;
  if (text === null || pathname === SHEET) return refused;
  const waiting = [...sheets, ...photos];
  const sending = waiting.some((item) => item.sending);
  const problem = sending ? null : waiting.find((item) => item.problem)?.problem;
  const sendNow = () => void Promise.all([outbox.sendAll(), photoOutbox.sendAll()]);
  return (
    <>
      <section className={styles.bar} aria-label="Waiting on this phone" data-print="none">
        <div role="status">
          <strong>{text}</strong>
          {sending && ', being sent'}
          {problem && <div className="quiet">{problem.message}</div>}
        </div>
        <div className="gap-8 flex">
          <Button variant="default" component={Link} to={SHEET}>
            Open
          </Button>
          <Button onClick={sendNow} disabled={sending}>
            Send now
          </Button>
        </div>
      </section>
      {refused}
    </>
  );
}
