import { type BlankForm, CollationSource } from '@ec/contract/collations/schemas';
import { fieldNames } from '@ec/contract/collations/figures';
import { useEffect, useMemo, useRef, useState } from 'react';
import { afterPaint } from '../../../lib/device/after-paint.ts';
import { draftKeeper, dropDraft, loadDraft } from '../../../lib/device/drafts.ts';
import { makeKey } from '../../../lib/device/outbox-item.ts';
import { createGrid, type Grid } from './grid.ts';
import { type FormPage, loadPages, savePages } from './pages.ts';

/** What stands on a form beside its figures. */
export interface FormNotes {
  source: CollationSource;
  officerName: string;
  signedBy: string[];
  stamped: 'yes' | 'no' | '';
  /** Date and time in the organisation's zone. */
  timeOnForm: string | null;
}

const NO_NOTES: FormNotes = { source: 'agent', officerName: '', signedBy: [], stamped: '', timeOnForm: null };

export interface EntryDraft {
  grid: Grid;
  notes: FormNotes;
  pages: FormPage[];
  key: string;
}

function notesIn(values: Readonly<Record<string, string>>): FormNotes {
  const { officerName = '', signedBy = '', stamped, timeOnForm } = values;
  return {
    source: CollationSource.safeParse(values['source']).data ?? NO_NOTES.source,
    officerName,
    signedBy: signedBy === '' ? [] : signedBy.split(' '),
    stamped: stamped === 'yes' || stamped === 'no' ? stamped : '',
    timeOnForm: timeOnForm || null,
  };
}

/**
 * What a person has typed of one form, kept on this device until it is sent. A change after an attempt to send takes a new key: the
 * server may have stored what was sent with the old one. Null until the device has answered.
 */
export function useEntryDraft(slot: string, form: BlankForm | undefined) {
  const keeper = useMemo(() => draftKeeper(slot), [slot]);
  const [draft, setDraft] = useState<EntryDraft | null>(null);
  const [found, setFound] = useState(false);
  const notes = useRef(NO_NOTES);
  const key = useRef('');
  // Whether there was an attempt before the page was loaded is not known.
  const attempted = useRef(true);

  useEffect(() => {
    if (!form) return;
    let gone = false;
    void Promise.all([loadDraft(slot), loadPages(slot)]).then(([kept, pages]) => {
      if (gone) return;
      const values = kept?.values ?? {};
      const grid = createGrid({
        rows: form.children.map(({ code }) => code),
        fields: fieldNames(form.parties),
        start: values,
      });
      notes.current = notesIn(values);
      key.current = values['key'] ?? makeKey();
      setFound(Object.keys(values).length > 0 || pages.length > 0);
      setDraft({ grid, notes: notes.current, pages, key: key.current });
    });
    return () => {
      gone = true;
    };
  }, [slot, form]);

  const grid = draft?.grid;
  // The figures of a whole form are written: after the frame with the key, so that no key waits for it.
  const saving = useMemo(() => afterPaint(), []);
  const save = useMemo(
    () => () => {
      if (!grid) return;
      if (attempted.current) key.current = makeKey();
      attempted.current = false;
      const { signedBy, timeOnForm, ...words } = notes.current;
      keeper.saveWords(
        { ...grid.values(), ...words, signedBy: signedBy.join(' '), timeOnForm: timeOnForm ?? '', key: key.current },
        {},
      );
    },
    [grid, keeper],
  );
  useEffect(() => saving.start(), [saving]);
  useEffect(() => grid?.watch(() => saving.ask(save)), [grid, saving, save]);

  return {
    draft,
    /** True where something was kept from before. */
    found,
    keepNotes: (next: FormNotes) => {
      notes.current = next;
      saving.ask(save);
    },
    keepPages: (pages: readonly FormPage[]) => savePages(slot, pages),
    /** The key of an attempt to send what is typed now. */
    attempt: () => {
      saving.flush();
      attempted.current = true;
      return key.current;
    },
    drop: async () => {
      saving.cancel();
      savePages(slot, []);
      await dropDraft(slot);
    },
  };
}
