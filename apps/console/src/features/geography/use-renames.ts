import type { LocationId } from '@ec/contract/geography/location-id';
import { useState } from 'react';

/** A name that is being typed in place of another. */
interface Draft {
  /** The name when the editing began. */
  from: string;
  text: string;
}

export interface Renames {
  of(id: LocationId): Draft | undefined;
  set(id: LocationId, draft: Draft | null): void;
  /** The first place whose new name was typed and is not stored; null where there is none. */
  unsaved: Draft | null;
}

/** Names under work, kept by the page so that paging, searching and another tab lose nothing of them. */
export function useRenames(): Renames {
  const [drafts, setDrafts] = useState<ReadonlyMap<LocationId, Draft>>(new Map());
  return {
    of: (id) => drafts.get(id),
    set: (id, draft) =>
      setDrafts((old) => {
        const next = new Map(old);
        if (draft) next.set(id, draft);
        else next.delete(id);
        return next;
      }),
    unsaved: [...drafts.values()].find(({ from, text }) => text.trim() !== from) ?? null,
  };
}
