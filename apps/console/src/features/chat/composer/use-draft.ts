import { MessageLink } from '@ec/contract/chat/schemas';
import { PersonLink } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { useEffect, useMemo, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { draftKeeper, type KeptPhoto, loadDraft } from '../../../lib/device/drafts.ts';
import type { Attached } from '../references.ts';

/** The draft of a chat message. */
export interface MessageDraft {
  text: string;
  /** Those who were chosen from the list of members; their names may have been taken out of the text since. */
  mentions: readonly PersonLink[];
  attached: Attached | null;
  photo: KeptPhoto | null;
}

const EMPTY: MessageDraft = { text: '', mentions: [], attached: null, photo: null };

const Kept = z.object({
  mentions: z.array(PersonLink),
  attached: z.nullable(z.object({ link: MessageLink, label: z.string() })),
});

function unpacked(text: string | undefined): Pick<MessageDraft, 'mentions' | 'attached'> {
  try {
    return Kept.parse(JSON.parse(text ?? ''));
  } catch {
    return { mentions: [], attached: null };
  }
}

/** A draft for each chat, kept on this device with every change until it is sent. */
export function useMessageDraft(userId: string, channelId: LocationId) {
  const slot = `${userId}/chat/${channelId}`;
  const keeper = useMemo(() => draftKeeper(slot), [slot]);
  const [draft, setDraft] = useState<MessageDraft | null>(null);
  // A change that was begun earlier, as by a picture that is looked into first, goes on top of what was typed since.
  const newest = useRef<MessageDraft | null>(null);
  useEffect(() => {
    let gone = false;
    void loadDraft(slot).then((kept) => {
      if (gone) return;
      const { text = '', rest } = kept?.values ?? {};
      // What was typed before the device answered counts.
      newest.current ??= { text, ...unpacked(rest), photo: kept?.photo ?? null };
      setDraft(newest.current);
    });
    return () => {
      gone = true;
    };
  }, [slot]);
  const change = (next: Partial<MessageDraft>) => {
    const changed = { ...(newest.current ?? EMPTY), ...next };
    newest.current = changed;
    setDraft(changed);
    const { text, mentions, attached } = changed;
    keeper.saveWords({ text, rest: JSON.stringify({ mentions, attached }) }, {});
    if (next.photo !== undefined) keeper.savePhoto(next.photo);
  };
  return { draft: draft ?? EMPTY, change, clear: () => change(EMPTY) };
}
