import { useEffect, useMemo, useState } from 'react';
import { draftKeeper, type KeptPhoto, loadDraft } from '../../lib/device/drafts.ts';

export interface CommentDraft {
  text: string;
  picture: KeptPhoto | null;
}

const EMPTY: CommentDraft = { text: '', picture: null };

/** What is typed and attached, kept on this device with every change until it is sent. Not loaded until the device has answered. */
export function useCommentDraft(userId: string, disputeId: string) {
  const slot = `${userId}/dispute/${disputeId}`;
  const keeper = useMemo(() => draftKeeper(slot), [slot]);
  const [draft, setDraft] = useState<CommentDraft | null>(null);
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    let gone = false;
    void loadDraft(slot).then((kept) => {
      if (gone) return;
      const found = kept && { text: kept.values['text'] ?? '', picture: kept.photo };
      // A picture can be chosen before the device has answered; words cannot, they would take the place of kept ones.
      setDraft((chosen) => ({ ...(found ?? EMPTY), ...(chosen?.picture && { picture: chosen.picture }) }));
      setLoaded(true);
    });
    return () => {
      gone = true;
    };
  }, [slot]);
  return {
    draft,
    loaded,
    type: (text: string) => {
      setDraft((old) => ({ ...(old ?? EMPTY), text }));
      keeper.saveWords({ text }, {});
    },
    attach: (picture: KeptPhoto | null) => {
      setDraft((old) => ({ ...(old ?? EMPTY), picture }));
      keeper.savePhoto(picture);
    },
    clear: () => {
      setDraft(EMPTY);
      keeper.saveWords({ text: '' }, {});
      keeper.savePhoto(null);
    },
  };
}
