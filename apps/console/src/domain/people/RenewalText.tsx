import type { SessionRenewal } from '@ec/contract/auth/account';
import { TimeText } from '../../components/figure/TimeText.tsx';

interface RenewalTextProps {
  renewed: SessionRenewal | null;
  /** From where the session was opened: only what differs from it is shown. */
  opened: { ip: string | null; device: string };
}

/** When a session was last renewed, and from where if that was not where it was opened. */
export function RenewalText({ renewed, opened }: RenewalTextProps) {
  if (!renewed) return 'Not yet';
  const { at, ip, device } = renewed;
  const elsewhere = [device === opened.device ? null : device, ip === opened.ip ? null : ip].filter(Boolean);
  return (
    <>
      <TimeText moment={at} minute />
      {elsewhere.length > 0 && <div className="hint">from {elsewhere.join(', ')}</div>}
    </>
  );
}
