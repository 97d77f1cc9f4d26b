import { MAX_SHEET_BYTES } from '@ec/contract/files/schemas';
import type { Location } from '@ec/contract/geography/schemas';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Note } from '../../components/page/Note.tsx';
import type { Problem } from '../../lib/device/outbox-item.ts';
import { paintJpeg } from '../../lib/device/photo-problem.ts';
import { outbox } from './api.ts';
import { ConfirmStep } from './ConfirmStep.tsx';
import type { DeskElection } from './desk.ts';
import { isComplete, toBody } from './figures.ts';
import { SheetForm } from './SheetForm.tsx';
import { useSheetForm } from './use-sheet-form.ts';

/**
 * The photo turned by quarter turns. A photo that was not turned leaves as it was taken, byte for byte; where the phone has no
 * memory for turning a large one, the photo as taken is still the better evidence.
 */
async function turned(blob: Blob, degrees: number): Promise<Blob> {
  if (degrees % 360 === 0) return blob;
  try {
    const image = await createImageBitmap(blob, { imageOrientation: 'from-image' });
    const sideways = degrees % 180 !== 0;
    const width = sideways ? image.height : image.width;
    const height = sideways ? image.width : image.height;
    const made = await paintJpeg(
      { width, height },
      (context) => {
        context.translate(width / 2, height / 2);
        context.rotate((degrees * Math.PI) / 180);
        context.drawImage(image, -image.width / 2, -image.height / 2);
      },
      0.92,
    );
    image.close();
    return made && made.size <= MAX_SHEET_BYTES ? made : blob;
  } catch {
    return blob;
  }
}

interface SheetDeskProps {
  slot: string;
  election: DeskElection;
  unit: Location;
  userId: string;
  refusal: Problem | null;
}

/** Typing and the last look before sending. The step is in the address, so that the phone's Back leads to the form. */
export function SheetDesk({ slot, election, unit, userId, refusal }: SheetDeskProps) {
  const [params, setParams] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const result = election.result;
  const previous = result?.versions.find((version) => version.version === result.version) ?? null;
  const state = useSheetForm(slot, unit, previous);
  const { form } = state;
  const complete = form !== null && isComplete(election, form.typed);
  const asked = params.get('step') === 'check';
  useEffect(() => {
    // A reload of the last look without its figures: back to typing.
    if (asked && form && !complete) setParams({ election: election.id }, { replace: true });
  }, [asked, form, complete, election.id, setParams]);
  if (!form) return null;

  // Only what this person sent may serve again: another officer's photo is not theirs to send.
  const earlier = previous?.submittedBy.id === userId ? previous.sheetFileId : null;
  const step = (name: string | null, replace: boolean) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        if (name) next.set('step', name);
        else next.delete('step');
        return next;
      },
      { replace },
    );
  const send = async () => {
    setBusy(true);
    const { photo } = form;
    const made = photo && { blob: await turned(photo.blob, photo.turn), name: photo.name };
    const sheetFileId = photo ? null : earlier;
    const body = toBody(election, unit.id, { typed: form.typed, noVotes: form.noVotes, sheetFileId });
    await outbox.post({ slot, userId, body, photo: made });
    setParams({ election: election.id }, { replace: true });
  };

  if (asked && complete) {
    const photo = form.photo ? 'attached' : earlier ? 'earlier' : 'none';
    return (
      <ConfirmStep
        election={election}
        unitName={`${unit.name} (${unit.code})`}
        typed={form.typed}
        photo={photo}
        busy={busy}
        onBack={() => step(null, true)}
        onSend={() => void send()}
      />
    );
  }
  return (
    <>
      {previous && result?.status === 'returned' && result.reason && (
        <Note kind="warn" role="status">
          <strong>Returned for changes</strong>
          <div>Reason: {result.reason}</div>
        </Note>
      )}
      <SheetForm
        election={election}
        unit={unit}
        previous={earlier ? previous : null}
        refusal={refusal}
        state={state}
        form={form}
        onReady={() => step('check', false)}
      />
    </>
  );
}
