import type { ResultVersion } from '@ec/contract/results/schemas';
import { useEffect, useMemo, useRef, useState } from 'react';
import { draftKeeper, type KeptPhoto, loadDraft } from '../../lib/device/drafts.ts';
import { fromVersion, type Typed } from './figures.ts';
import { useLossWarning } from '../../domain/sending/use-sending.ts';

export interface SheetForm {
  typed: Typed;
  /** The version on which it was begun, 0 for none: its officer has seen no newer one, which another phone may have sent. */
  base: number;
  noVotes: boolean;
  photo: KeptPhoto | null;
  /** When what is shown was typed, where it comes from an earlier visit. */
  restoredFrom: string | null;
  /** Fields that were changed since the form was opened: a server's message on them is out of date. */
  touched: Record<string, true>;
  /** The field that was typed into last. */
  last: string | null;
  /** True once anything was changed since the form was opened. */
  begun: boolean;
}

export interface SheetStart {
  previous: ResultVersion | null;
  /** The figures of a sheet that was taken back; null for none, and those of the previous version are what is corrected. */
  sent: Typed | null;
}

function freshForm({ previous, sent }: SheetStart): SheetForm {
  const typed = sent ?? (previous ? fromVersion(previous) : {});
  const base = previous?.version ?? 0;
  return { typed, base, noVotes: false, photo: null, restoredFrom: null, touched: {}, last: null, begun: false };
}

/** What is typed, kept on the device with every change. Null until the device was asked what it still has. */
export function useSheetForm(slot: string, { previous, sent }: SheetStart) {
  const [form, setForm] = useState<SheetForm | null>(null);
  /** Also before it is shown: a change that took its time, as reading a photo does, joins what was typed meanwhile. */
  const newest = useRef<SheetForm | null>(null);
  const keeper = useMemo(() => draftKeeper(slot), [slot]);
  useLossWarning(keeper.atRisk);

  useEffect(() => {
    let gone = false;
    void loadDraft(slot).then((draft) => {
      if (gone || newest.current) return;
      const fresh = freshForm({ previous, sent });
      const { base, ...typed } = draft?.values ?? {};
      newest.current = draft
        ? {
            ...fresh,
            typed: { ...fresh.typed, ...typed },
            base: base === undefined ? fresh.base : Number(base),
            noVotes: draft.ticks['noVotes'] === true,
            photo: draft.photo,
            restoredFrom: draft.savedAt,
          }
        : fresh;
      setForm(newest.current);
    });
    return () => {
      gone = true;
    };
  }, [slot, previous, sent]);

  const change = (make: (now: SheetForm) => Partial<SheetForm>) => {
    if (!newest.current) return;
    const changes = make(newest.current);
    const next = { ...newest.current, ...changes, begun: true };
    newest.current = next;
    setForm(next);
    if (changes.photo === undefined)
      keeper.saveWords({ ...next.typed, base: String(next.base) }, { noVotes: next.noVotes });
    else keeper.savePhoto(changes.photo);
  };
  return {
    form,
    type: (values: Typed) => {
      const touched = Object.fromEntries(Object.keys(values).map((path) => [path, true as const]));
      change((now) => ({
        typed: { ...now.typed, ...values },
        touched: { ...now.touched, ...touched },
        last: Object.keys(values).at(-1) ?? null,
      }));
    },
    tickNoVotes: (noVotes: boolean) => change(() => ({ noVotes })),
    attach: (photo: KeptPhoto | null) => change(() => ({ photo })),
  };
}
