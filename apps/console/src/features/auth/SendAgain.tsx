import { useState } from 'react';
import { PlainButton } from '../../components/plain/PlainButton.tsx';
import { useNow } from '../../lib/hooks/use-now.ts';
import { ApiError, errorMessage } from '../../lib/http/api-error.ts';
import { useRequest } from '../../lib/http/use-request.ts';
import { useSmsLeaves } from '../../lib/session/system.ts';
import { requestResetCode } from './api.ts';
import { noteResetRequest, resetWait } from './reset-requests.ts';

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Requests another reset code for the phone, once the server would send one. */
export function SendAgain({ phone }: { phone: string }) {
  const smsLeaves = useSmsLeaves();
  const [said, setSaid] = useState('');
  /** When the server takes another call of this device; milliseconds. */
  const [free, setFree] = useState(0);
  const now = useNow();
  const request = useRequest(requestResetCode);
  const wait = Math.max(resetWait(phone, now), Math.ceil((free - now) / 1000));
  const again = () => {
    setSaid('');
    request.mutate(phone, {
      onSuccess: () => {
        noteResetRequest(phone);
        setSaid(
          smsLeaves
            ? 'If this number has an account, another code was sent to it. Only the newest one is valid.'
            : 'If this number has an account, there is another code. Only the newest one is valid.',
        );
      },
      onError: (error) => {
        if (error instanceof ApiError) setFree(Date.now() + error.waitSeconds * 1000);
        setSaid(errorMessage(error, 'Failed to send reset code'));
      },
      onSettled: () => undefined,
    });
  };
  return (
    <>
      <p role="status" className="quiet" hidden={said === ''}>
        {said}
      </p>
      <PlainButton kind="link" loading={request.isPending} resting={wait > 0} onClick={again}>
        {wait > 0 ? `Send again in ${clock(wait)}` : 'Send again'}
      </PlainButton>
    </>
  );
}
