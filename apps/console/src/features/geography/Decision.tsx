import type { RegisterImport, RegisterPreview } from '@ec/contract/geography/register-import';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmChange, ConfirmModal } from '../../components/form/ConfirmModal.tsx';
import { Note } from '../../components/page/Note.tsx';
import { ApiError } from '../../lib/http/api-error.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { notifyError, notifySuccess } from '../../lib/hooks/notify.ts';
import { useReturnFocus } from '../../lib/hooks/focus.ts';
import { discardRegister, storeRegister, useGeographyChange } from './api.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { countOf, placesText } from './labels.ts';

interface DecisionProps {
  one: RegisterImport;
  preview: RegisterPreview;
}

const changesNothing = ({ counts: { added, changed } }: RegisterPreview) =>
  added.wards + added.pollingUnits + changed.wards + changed.pollingUnits === 0;

function StoreDialog({ one, preview, onClose }: DecisionProps & { onClose: () => void }) {
  const store = useGeographyChange(storeRegister);
  const { electionMode } = useCurrentMe();
  const { added, renamed, registered, missing, counts } = preview;
  const confirm = () =>
    store.mutate(one.id, {
      onSuccess: onClose,
      onError: (error) => {
        // The file is being checked again, so the question of this dialog is out of date.
        if (!(error instanceof ApiError && error.code === 'IMPORT_STALE')) return;
        notifyError(error, 'Look at the changes again');
        onClose();
      },
    });
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      onConfirm={confirm}
      title="Import this register?"
      confirmLabel="Import"
      error={store.error}
      busy={store.isPending}
    >
      <p className="lead">
        <b>{one.fileName}</b> with {countOf('pollingUnits', counts.rows)} is imported, all of it or nothing:
      </p>
      <ul className={`bullets lead`}>
        <li>{placesText(added.count)} are added,</li>
        <li>{placesText(renamed.count)} are renamed,</li>
        <li>
          {countOf('pollingUnits', registered.count.pollingUnits)}{' '}
          {registered.count.pollingUnits === 1 ? 'gets' : 'get'} another number of registered voters,
        </li>
        <li>{placesText(counts.left)} are the same already,</li>
        <li>{placesText(missing.count)} that the file does not name stay as they are.</li>
      </ul>
      {electionMode && registered.count.pollingUnits > 0 && (
        <Note kind="warn">
          Results are being counted. Sheets that are in keep the registered voters that they came with. The new numbers
          are those of sheets to come, of the checks shown beside every sheet, and of the voters who are still out or at
          stake: what is decided can change with them.
        </Note>
      )}
    </ConfirmModal>
  );
}

function DiscardDialog({ one, onClose }: { one: RegisterImport; onClose: () => void }) {
  const discard = useGeographyChange(discardRegister);
  return (
    <ConfirmChange
      change={discard}
      body={one.id}
      onDone={() => notifySuccess(`${one.fileName} was discarded. Nothing of it was imported.`)}
      onClose={onClose}
      title="Discard this file?"
      confirmLabel="Discard"
      danger
    >
      <p className="lead">
        <b>{one.fileName}</b> is removed from the server, and nothing of it is imported. To import it after all you send
        it again.
      </p>
    </ConfirmChange>
  );
}

/** Import or discard: for the user who sent the file, after the preview. */
export function Decision({ one, preview }: DecisionProps) {
  const [asking, setAsking] = useState<'store' | 'discard' | null>(null);
  const rememberFocus = useReturnFocus(asking !== null);
  const ask = (what: 'store' | 'discard') => {
    rememberFocus();
    setAsking(what);
  };
  if (one.state !== 'waiting') return null;
  if (!one.can.store) {
    return <Note kind="info">{one.startedBy?.name ?? 'The user who sent this file'} decides on it.</Note>;
  }
  const nothing = changesNothing(preview);
  return (
    <div className="stack shrink">
      {nothing && (
        <Note kind="info">
          Nothing in this file differs from what is stored: all {formatNumber(preview.counts.rows)} polling units are
          there already.
        </Note>
      )}
      <div className="end">
        {one.can.discard && (
          <Button variant="default" onClick={() => ask('discard')}>
            Discard
          </Button>
        )}
        {!nothing && <Button onClick={() => ask('store')}>Import</Button>}
      </div>
      {asking === 'store' && <StoreDialog one={one} preview={preview} onClose={() => setAsking(null)} />}
      {asking === 'discard' && <DiscardDialog one={one} onClose={() => setAsking(null)} />}
    </div>
  );
}
