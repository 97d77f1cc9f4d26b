import type { Source } from '@ec/contract/elections/schemas';
import type { Location } from '@ec/contract/geography/schemas';
import type { DeclaredPhoto, ResultVersion } from '@ec/contract/results/schemas';
import { officerOf } from '@ec/contract/second-entry/desk-words';
import type { PhotoSending } from '@ec/contract/settings/schemas';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Note } from '../../components/page/Note.tsx';
import type { Problem } from '../../lib/device/outbox-item.ts';
import { outbox } from '../../domain/sending/sheets.ts';
import type { Carried } from './Contests.tsx';
import { ConfirmStep } from './ConfirmStep.tsx';
import type { DeskElection } from './api.ts';
import { declarationOf, fromVersion, isComplete, sameFigures, toBody } from './figures.ts';
import { Beside, PhotoPane } from './PhotoPane.tsx';
import { SheetForm } from './SheetForm.tsx';
import { type SheetForm as Form, useSheetForm } from './use-sheet-form.ts';
import type { KeptPhoto } from '../../lib/device/drafts.ts';
import type { PreparedPhoto } from '../../lib/device/prepare-photo.ts';
import { atRest } from '../../lib/device/when-idle.ts';
import { photoOutbox } from '../../domain/sending/photo-outbox.ts';
import type { ResultBody } from '../../domain/sending/sheet-outbox.ts';

/** Loads what an attached photo takes while the officer types: on a slow network it is seconds of its way. */
function loadPreparation(): void {
  const unimportant = () => undefined;
  import('../../lib/device/prepare-photo.ts').catch(unimportant);
  import('../../lib/device/upload-parts.ts').catch(unimportant);
  import('../../lib/device/check-photo.ts').catch(unimportant);
}

/**
 * Makes of an attached photo what is sent, and begins to send it: the network has the time in which the officer types. `whole`
 * resolves with it, or with null where this phone cannot. A photo that is taken away again is not sent any further, if this form
 * put it into the outbox: another sheet may need one that was there.
 */
function usePreparedPhoto(userId: string, photo: KeptPhoto | null, sending: PhotoSending) {
  const [prepared, setPrepared] = useState<PreparedPhoto | null>(null);
  const making = useRef<Promise<PreparedPhoto | null>>(Promise.resolve(null));
  /** The photo that this form put into the outbox; null for one that was there before, which another sheet may need. */
  const begun = useRef(Promise.resolve<string | null>(null));
  useEffect(() => atRest(loadPreparation), []);
  useEffect(() => {
    let gone = false;
    const make = async (): Promise<PreparedPhoto | null> => {
      if (!photo) return null;
      const { preparePhoto } = await import('../../lib/device/prepare-photo.ts');
      return await preparePhoto(photo, sending);
    };
    const made = make().catch(() => null);
    making.current = made;
    setPrepared(null);
    void made.then((next) => {
      if (gone) return;
      setPrepared(next);
      begun.current = begun.current.then(async (own) => {
        const sha256 = next?.sheet.sha256 ?? null;
        if (own !== null && own !== sha256) await photoOutbox.drop(userId, own);
        const isNew = next && (await photoOutbox.post(userId, next.sheet));
        return isNew || own === sha256 ? sha256 : null;
      });
    });
    return () => {
      gone = true;
    };
  }, [userId, photo, sending]);
  return { prepared, whole: () => making.current };
}

/** The declaration of an earlier version again: its photo is there, or on its way. Null for one that was sent before its figures. */
function redeclared({ photoDeclared, sheetSha256, originalSha256 }: ResultVersion): DeclaredPhoto | null {
  return photoDeclared && sheetSha256 !== null ? { sha256: sheetSha256, originalSha256 } : null;
}

/** What is typed, with the voters of another sheet where none are typed. */
function withCarried(form: Form | null, carried: Carried | null): Form | null {
  return form && { ...form, typed: { ...carried?.typed, ...form.typed } };
}

interface SheetDeskProps {
  slot: string;
  election: DeskElection;
  unit: Location;
  /** The count to which the officer sends: another role would send to another one. */
  source: Source;
  userId: string;
  /** Voters as another sheet of the unit has them, until others are typed. */
  carried: Carried | null;
  refusal: Problem | null;
  /** The sheet of this phone that was taken back, and the version that it replaces; null where there is none. */
  takenBack: { body: ResultBody; replaces: number | undefined } | null;
  photoSending: PhotoSending;
}

/** Typing and the last look before sending. The step is in the address, so that the phone's Back leads to the form. */
export function SheetDesk(props: SheetDeskProps) {
  const { slot, election, unit, source, userId, carried, refusal, takenBack, photoSending } = props;
  const [params, setParams] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const result = election.result;
  const previous = result?.versions.find((version) => version.version === result.version) ?? null;
  const [sent] = useState(() => takenBack && fromVersion(takenBack.body));
  const state = useSheetForm(slot, { previous, sent });
  const form = withCarried(state.form, carried);
  const { prepared, whole } = usePreparedPhoto(userId, form?.photo ?? null, photoSending);
  const complete = form !== null && isComplete(election, form.typed);
  const asked = params.get('step') === 'check';
  const lacking = form !== null && !complete;
  /** What the last look shows now; null while there is none. */
  const looked = useRef<Form | null>(null);
  useEffect(() => {
    looked.current = asked && complete ? state.form : null;
  }, [asked, complete, state.form]);
  const unnamed = state.form?.begun === true && !params.has('election');
  useEffect(() => {
    // Else another contest takes the place of what is typed once the result of this one comes from another phone.
    if (unnamed) setParams((old) => ({ ...Object.fromEntries(old), election: election.id }), { replace: true });
  }, [unnamed, election.id, setParams]);
  useEffect(() => {
    // A reload of the last look without its figures: back to typing.
    if (asked && lacking) setParams({ election: election.id }, { replace: true });
  }, [asked, lacking, election.id, setParams]);
  if (!form) return null;

  // Only what this person sent may serve again: another officer's photo is not theirs to send.
  const own = previous && officerOf(previous).id === userId && previous.photo !== 'none' ? previous : null;
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
    const shown = state.form;
    const made = await whole();
    // The officer went back meanwhile, maybe to correct a figure: they look at it again before it leaves.
    if (looked.current !== shown) {
      setBusy(false);
      return;
    }
    const declared = made ? declarationOf(made) : photo ? null : own && redeclared(own);
    const sheetFileId = photo || declared ? null : (own?.sheetFileId ?? null);
    const body = toBody(election, unit.id, { typed: form.typed, noVotes: form.noVotes, sheetFileId });
    await outbox.post({
      slot,
      userId,
      body: { ...body, source, replaces: takenBack?.replaces ?? form.base, ...(declared && { photo: declared }) },
      // A phone that could not prepare it sends it with the figures, as it was taken.
      photo: photo && !made ? { blob: photo.blob, name: photo.name } : null,
      prepared: made,
      keepOriginal: photoSending === 'copy_first',
    });
    setParams({ election: election.id }, { replace: true });
  };

  const pane = (form.photo || own) && <PhotoPane photo={form.photo} fileId={own?.sheetFileId ?? null} />;

  if (asked && complete) {
    const photo = form.photo ? 'attached' : own ? 'earlier' : 'none';
    const returned = result?.status === 'returned' && previous && officerOf(previous).id === userId ? previous : null;
    const unchanged = returned && !form.photo && sameFigures(election, form.typed, returned);
    return (
      <Beside pane={pane}>
        <ConfirmStep
          election={election}
          unitName={`${unit.name} (${unit.code})`}
          typed={form.typed}
          photo={photo}
          unchanged={unchanged ? (result?.reason ?? '') : null}
          busy={busy}
          onBack={() => step(null, true)}
          onSend={() => void send()}
        />
      </Beside>
    );
  }
  return (
    <Beside pane={pane}>
      {previous && result?.status === 'returned' && result.reason && (
        <Note kind="warn" role="status">
          <strong>Returned for changes</strong>
          <div>Reason: {result.reason}</div>
        </Note>
      )}
      <SheetForm
        slot={slot}
        election={election}
        unit={unit}
        previous={own}
        carried={carried}
        refusal={refusal}
        state={state}
        form={form}
        prepared={prepared}
        onReady={() => step('check', false)}
      />
    </Beside>
  );
}
