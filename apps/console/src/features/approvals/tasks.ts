import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { useState } from 'react';
import type { KeptPhoto } from '../../lib/device/drafts.ts';

/** Something that a dialog is open for. */
export interface Task {
  act: 'approve' | 'reject' | 'request-info' | 'withdraw';
  request: ApprovalRequest;
}

/** What is typed about a request: a comment, reason or answer, in lines of their own what is requested, and the pictures of an answer. */
export interface Typed {
  words: string;
  lines: readonly string[];
  pictures: readonly KeptPhoto[];
}

/** What was typed into dialogs and not sent: closing one loses nothing while the page stands. */
export type Kept = Map<string, Partial<Typed>>;

/** What the dialog of each task is given. */
export interface TaskDialogProps {
  request: ApprovalRequest;
  kept: Kept;
  onClose: () => void;
}

export const useKept = (): Kept => useState<Kept>(() => new Map())[0];
