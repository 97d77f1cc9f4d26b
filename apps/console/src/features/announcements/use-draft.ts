import { useEffect, useMemo, useState } from 'react';
import { draftKeeper, loadDraft } from '../../lib/drafts.ts';
import { type AnnouncementValues, AnnouncementValues as Values, EMPTY_VALUES } from './values.ts';

interface KeptDraft {
  values: AnnouncementValues;
  /** When it was last typed; null where nothing was kept. */
  savedAt: string | null;
}

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
      setDraft(values ? { values, savedAt: kept?.savedAt ?? null } : { values: EMPTY_VALUES, savedAt: null });
    });
    return () => {
      gone = true;
    };
  }, [slot]);
  return {
    draft,
    change: (values: AnnouncementValues) => {
      setDraft((old) => ({ values, savedAt: old?.savedAt ?? null }));
      keeper.saveWords({ form: JSON.stringify(values) }, {});
    },
    drop: () => {
      setDraft({ values: EMPTY_VALUES, savedAt: null });
      keeper.saveWords({}, {});
    },
  };
}
