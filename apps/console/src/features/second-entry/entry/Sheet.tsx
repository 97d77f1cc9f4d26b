import type { Work } from '@ec/contract/second-entry/schemas';
import { Skeleton, Switch } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { ballotOf } from '@ec/contract/elections/parties';
import { Note } from '../../../components/page/Note.tsx';
import { PartyLooks } from '../../../domain/results/PartyLooks.tsx';
import { useLossWarning } from '../../../domain/sending/use-sending.ts';
import type { Look } from '../../../lib/hooks/use-zoom.ts';
import { useCurrentMe } from '../../../lib/session/session.ts';
import styles from './enter.module.css';
import { entryKeeper, loadEntry, type Sending, type Typed } from './typed.ts';
import { EntryForm } from './EntryForm.tsx';
import { EntryPhoto, type Sight } from './EntryPhoto.tsx';
import { formatCount } from '../../../lib/format/format.ts';
import { useServerNow } from '../../../lib/hooks/use-now.ts';

/** Fields by the number of their box on form EC8A. The boxes stand above the table of the parties, one below the other. */
const BOXES = [
  'registeredVoters',
  'accreditedVoters',
  'boxes.ballotsIssued',
  'boxes.unusedBallots',
  'boxes.spoiledBallots',
  'voidVotes',
  'boxes.validVotes',
  'boxes.usedBallots',
];
/** Parts of the form's height: what the boxes take, and what the table of the parties takes. */
const BOX_BAND = { from: 0.2, to: 0.4 };
const PARTY_BAND = { from: 0.42, to: 0.86 };

/** How far down the form a field usually stands, from 0 to 1. */
export function heightOf(field: string, parties: readonly string[]): number {
  const box = BOXES.indexOf(field);
  const ballot = ballotOf(parties);
  const [{ from, to }, at, of] =
    box >= 0 ? [BOX_BAND, box, BOXES.length] : [PARTY_BAND, ballot.indexOf(field.replace('votes.', '')), ballot.length];
  return from + ((at + 0.5) / of) * (to - from);
}

const MINUTE_MS = 60_000;

/** For how long the sheet is still reserved. */
function LeaseLine({ until }: { until: string }) {
  const left = Date.parse(until) - useServerNow(10_000);
  const over = left <= 0;
  return (
    <p className="quiet">
      {!over && `Reserved for you for ${formatCount(Math.max(1, Math.round(left / MINUTE_MS)), 'more minute')}.`}
      <span role="status">
        {over && 'The time for this sheet is over. You can still send it while it is not given to another transcriber.'}
      </span>
    </p>
  );
}

const ABOVE = ['ward', 'lga', 'state'];

interface SheetProps {
  work: Work;
  /** The person took the sheet, so its first field gets the focus. */
  begun: boolean;
  sight: Sight;
  onSight: (sight: Sight) => void;
  onTyped: () => void;
  onSent: (kind: Sending['kind']) => void;
  onReleased: () => void;
  /** The sheet is lost; the next one is wanted. */
  onNext: () => void;
}

/** One sheet: its unit, the photo and the fields beside it. */
export function Sheet({ work, begun, sight, onSight, onTyped, onSent, onReleased, onNext }: SheetProps) {
  const { unit, parties, fields } = work;
  const { id: userId } = useCurrentMe().user;
  const keeper = useMemo(() => entryKeeper(userId, work.id), [userId, work.id]);
  useLossWarning(keeper.atRisk);
  /** Null until the device has answered. */
  const [draft, setDraft] = useState<Typed | null>(null);
  useEffect(() => {
    let gone = false;
    void loadEntry(userId, work.id).then((typed) => {
      if (!gone) setDraft(typed ?? {});
    });
    return () => {
      gone = true;
    };
  }, [userId, work.id]);

  const lookAt = (field: string): Look => ({ y: heightOf(field, parties), scale: sight.scale });
  const [look, setLook] = useState<Look>(() => lookAt(fields[0] ?? ''));
  const places = unit.chain.filter(({ type }) => ABOVE.includes(type)).map(({ name }) => name);
  return (
    <PartyLooks of={work}>
      <div className={styles.sheet}>
        <section aria-labelledby="sheet-unit" className={`tight gap-4 ${styles.head}`}>
          <h2 id="sheet-unit" className="heading breaks">
            {unit.code} {unit.name}
          </h2>
          <p className="quiet">{places.toReversed().join(', ')}</p>
          {work.leaseUntil && <LeaseLine until={work.leaseUntil} />}
          {work.state === 'correcting' && (
            <Note kind="info">An arbiter asks you to enter these fields again from the photo.</Note>
          )}
        </section>
        <div className={styles.photo}>
          <EntryPhoto
            fileId={work.photoFileId}
            unit={unit.code}
            look={look}
            scale={sight.scale}
            onScale={(scale) => scale !== sight.scale && onSight({ ...sight, scale })}
            onZoom={(scale) => setLook({ y: look.y, scale })}
          />
        </div>
        <div className={`tight gap-12 packed ${styles.fields}`}>
          <Switch
            label="Follow the field"
            checked={sight.follow}
            onChange={(event) => onSight({ ...sight, follow: event.currentTarget.checked })}
          />
          {draft ? (
            <EntryForm
              work={work}
              draft={draft}
              begun={begun}
              onChange={(typed) => {
                keeper.save(typed);
                onTyped();
              }}
              onField={(field) => sight.follow && setLook(lookAt(field))}
              onSent={onSent}
              onReleased={onReleased}
              onNext={onNext}
            />
          ) : (
            <Skeleton height={360} />
          )}
        </div>
      </div>
    </PartyLooks>
  );
}
