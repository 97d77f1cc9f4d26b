import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { useServerForm } from '../../../components/form/use-server-form.ts';
import { notifySuccess } from '../../../lib/hooks/notify.ts';
import { type Act, useAct } from '../api.ts';
import { requestTitle } from '../labels.ts';
import type { Kept, Typed } from '../tasks.ts';

interface ActFormOptions {
  /** What is done; begins the ids of the fields and the key of what is kept. */
  id: string;
  request: ApprovalRequest;
  kept: Kept;
  act: (typed: Typed) => Act;
  failed: string;
  success: string;
  onDone?: () => void;
}

const START: Typed = { words: '', lines: [''], pictures: [] };

/** The form of an act on one request. What is typed is kept until the server has taken it. */
export function useActForm({ id, request, kept, act, failed, success, onDone }: ActFormOptions) {
  const key = `${id} ${request.id}`;
  const { progress, ...sending } = useAct(request.id);
  const form = useServerForm({
    id,
    start: START,
    typed: kept.get(key) ?? {},
    onChange: (typed) => kept.set(key, typed),
    at: (path) => ({ answer: 'words', attachments: 'pictures' })[path] ?? path,
    body: act,
    request: sending,
    failed,
    onDone: () => {
      kept.delete(key);
      notifySuccess(`${success}: ${requestTitle(request)}.`, {
        link: { to: `/approvals?request=${request.id}`, label: 'View request' },
      });
      onDone?.();
    },
  });
  return { ...form, progress };
}
