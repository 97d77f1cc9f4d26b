import { codeOf, locationIdOf } from '@ec/contract/geography/location-id';
import { Button } from '@mantine/core';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { latePart } from '../../components/page/late-part.tsx';
import { dropDraft } from '../../lib/device/drafts.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import styles from './OutboxBar.module.css';
import { photoOutbox } from './photo-outbox.ts';
import { outbox } from './sheets.ts';

const SHEET = '/submit-results';

const ConfirmModal = latePart(
  async () => (await import('../../components/form/ConfirmModal.tsx')).ConfirmModal,
  'The question',
);

interface RefusedProps {
  what: 'result' | 'photo';
  title: string;
  onDiscard: () => void;
  /** Why, and where it can be corrected. */
  children: ReactNode;
  open?: string | null;
}

/** What the server refused: it is not sent again by itself, and stays on this phone until it is corrected or discarded. */
function Refused({ what, title, onDiscard, children, open = null }: RefusedProps) {
  const [asked, setAsked] = useState(false);
  return (
    <section className={styles.bar} aria-label={title} data-print="none">
      <div role="status">
        <strong>{title}</strong>
        <div className="quiet">{children}</div>
      </div>
      <div className="gap-8 flex">
        {open !== null && (
          <Button variant="default" component={Link} to={open}>
            Open
          </Button>
        )}
        <Button variant="default" onClick={() => setAsked(true)}>
          Discard
        </Button>
      </div>
      {asked && (
        <ConfirmModal
          opened
          title={`Discard the ${what}?`}
          confirmLabel="Discard"
          cancelLabel="Keep"
          danger
          onClose={() => setAsked(false)}
          onConfirm={onDiscard}
        >
          {what === 'result'
            ? 'What you typed is deleted from this phone, and the photo unless it is already being sent.'
            : 'The photo is deleted from this phone.'}
        </ConfirmModal>
      )}
    </section>
  );
}

const discardSheet = (slot: string) => outbox.remove(slot, () => dropDraft(slot));

/** All that was refused, until it is corrected and sent, or discarded. */
export function RefusedItems({ userId }: { userId: string }) {
  const { pathname } = useLocation();
  const { scope } = useCurrentMe().user;
  const sheets = useSyncExternalStore(outbox.subscribe, outbox.list);
  const photos = useSyncExternalStore(photoOutbox.subscribe, photoOutbox.list);
  const mine = (item: { userId: string; state: string }) => item.userId === userId && item.state === 'refused';
  const there = pathname === SHEET;
  return (
    <>
      {sheets.filter(mine).map(({ slot, body, problem }) => {
        const unit = locationIdOf(body.pollingUnitId);
        const own = unit === scope?.locationId;
        return (
          <Refused
            key={slot}
            what="result"
            title={`The result of ${unit === undefined ? 'a polling unit' : codeOf(unit)} was not accepted`}
            onDiscard={() => void discardSheet(slot)}
            open={own && !there ? `${SHEET}?election=${body.electionId}` : null}
          >
            {own && there ? 'It is kept on this phone until you correct and send it, or discard it.' : problem?.message}
          </Refused>
        );
      })}
      {photos.filter(mine).map(({ key, problem }) => (
        <Refused
          key={key}
          what="photo"
          title="A photo was not accepted"
          onDiscard={() => void photoOutbox.drop(userId, key)}
          open={there ? null : SHEET}
        >
          {problem?.message}
        </Refused>
      ))}
    </>
  );
}
