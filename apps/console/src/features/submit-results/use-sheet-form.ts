import type { ResultVersion } from '@ec/contract/results/schemas';
import { useEffect, useMemo, useState } from 'react';
import { draftKeeper, type KeptPhoto, loadDraft } from '../../lib/device/drafts.ts';
import { fromVersion, type Typed } from './figures.ts';
import { useLossWarning } from '../../domain/sending/use-sending.ts';

export interface SheetForm {
  typed: Typed;
  noVotes: boolean;
  photo: KeptPhoto | null;
  /** When what is shown was typed, where it comes from an earlier visit. */
  restoredFrom: string | null;
  /** Fields that were changed since the form was opened: a server's message on them is out of date. */
  touched: Record<string, true>;
  /** The field that was typed into last. */
  last: string | null;
}

function freshForm(previous: ResultVersion | null): SheetForm {
  const typed = previous ? fromVersion(previous) : {};
  return { typed, noVotes: false, photo: null, restoredFrom: null, touched: {}, last: null };
}

/** What is typed, kept on the device with every change. Null until the device was asked what it still has. */
export function useSheetForm(slot: string, previous: ResultVersion | null) {
  const [form, setForm] = useState<SheetForm | null>(null);
  const keeper = useMemo(() => draftKeeper(slot), [slot]);
  useLossWarning(keeper.atRisk);

  useEffect(() => {
    let gone = false;
    void loadDraft(slot).then((draft) => {
      if (gone) return;
      const fresh = freshForm(previous);
      setForm((form) => {
        if (form) return form;
        if (!draft) return fresh;
        const noVotes = draft.ticks['noVotes'] === true;
        return {
          ...fresh,
          typed: { ...fresh.typed, ...draft.values },
          noVotes,
          photo: draft.photo,
          restoredFrom: draft.savedAt,
        };
      });
    });
    return () => {
      gone = true;
    };
  }, [slot, previous]);

  const change = (next: SheetForm) => {
    setForm(next);
    keeper.saveWords(next.typed, { noVotes: next.noVotes });
  };
  return {
    form,
    type: (values: Typed) => {
      if (!form) return;
      const touched = Object.fromEntries(Object.keys(values).map((path) => [path, true as const]));
      change({
        ...form,
        typed: { ...form.typed, ...values },
        touched: { ...form.touched, ...touched },
        last: Object.keys(values).at(-1) ?? null,
      });
    },
    tickNoVotes: (noVotes: boolean) => form && change({ ...form, noVotes }),
    attach: (photo: KeptPhoto | null) => {
      if (!form) return;
      setForm({ ...form, photo });
      keeper.savePhoto(photo);
    },
  };
}
