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

const START: Typed = { words: '', lines: [''] };

/** The form of an act on one request. What is typed is kept until the server has taken it. */
export function useActForm({ id, request, kept, act, failed, success, onDone }: ActFormOptions) {
  const key = `${id} ${request.id}`;
  return useServerForm({
    id,
    start: START,
    typed: kept.get(key) ?? {},
    onChange: (typed) => kept.set(key, typed),
    body: act,
    request: useAct(request.id),
    failed,
    onDone: () => {
      kept.delete(key);
      notifySuccess(`${success}: ${requestTitle(request)}.`, {
        link: { to: `/approvals?request=${request.id}`, label: 'View request' },
      });
      onDone?.();
    },
  });
}
