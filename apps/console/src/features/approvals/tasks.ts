import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { useState } from 'react';

/** Something that a dialog is open for. */
export interface Task {
  act: 'approve' | 'reject' | 'request-info' | 'withdraw';
  request: ApprovalRequest;
}

/** What was typed into dialogs and not sent: closing one loses nothing while the page stands. */
export type Kept = Map<string, string>;

export const useKept = (): Kept => useState<Kept>(() => new Map())[0];

export function useKeptText(kept: Kept, key: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => kept.get(key) ?? '');
  const change = (next: string) => {
    kept.set(key, next);
    setText(next);
  };
  return [text, change];
}
