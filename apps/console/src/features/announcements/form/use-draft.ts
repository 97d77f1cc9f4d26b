import { useEffect, useMemo, useState } from 'react';
import { draftKeeper, loadDraft } from '../../../lib/device/drafts.ts';
import { makeKey } from '../../../lib/device/outbox-item.ts';
import { type AnnouncementValues, AnnouncementValues as Values, EMPTY_VALUES } from './values.ts';

export interface KeptDraft {
  values: AnnouncementValues;
  /** When it was last typed; null where nothing was kept. */
  savedAt: string | null;
  /** Of these very words: whatever is sent again after a lost answer is the same announcement, and other words are another. */
  key: string;
}

const empty = (): KeptDraft => ({ values: EMPTY_VALUES, savedAt: null, key: makeKey() });

function read(text: string | undefined): AnnouncementValues | null {
  try {
    return Values.safeParse(JSON.parse(text ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

/** The announcement that a person is writing, kept on this device until it is sent or dropped. `null` until the device has answered. */
export function useDraft(userId: string) {
  const slot = `${userId}/announcement`;
  const keeper = useMemo(() => draftKeeper(slot), [slot]);
  const [draft, setDraft] = useState<KeptDraft | null>(null);
  useEffect(() => {
    let gone = false;
    void loadDraft(slot).then((kept) => {
      if (gone) return;
      const values = read(kept?.values['form']);
      const key = kept?.values['key'] ?? makeKey();
      setDraft(values ? { values, savedAt: kept?.savedAt ?? null, key } : empty());
    });
    return () => {
      gone = true;
    };
  }, [slot]);
  return {
    draft,
    change: (values: AnnouncementValues) => {
      const key = makeKey();
      setDraft((old) => ({ values, savedAt: old?.savedAt ?? null, key }));
      keeper.saveWords({ form: JSON.stringify(values), key }, {});
    },
    drop: () => {
      setDraft(empty());
      keeper.saveWords({}, {});
    },
  };
}
