import { Button } from '@mantine/core';
import { formatPhone } from '../../lib/format/format.ts';
import type { Desk } from './api.ts';

/** A text message that the phone's own app sends. */
export interface Sms {
  number: string;
  text: string;
}

/** Opens the phone's own app with the message written; `?&` is understood by Android and iOS alike. */
const smsLink = ({ number, text }: Sms) => `sms:${number}?&body=${encodeURIComponent(text)}`;

interface OtherWaysProps {
  wardAdmin: Desk['wardAdmin'];
  sms: Sms | null;
}

/** What an officer can do beside the network: call the ward administrator, or send the result as a text message. */
export function OtherWays({ wardAdmin, sms }: OtherWaysProps) {
  if (!wardAdmin && !sms) return null;
  return (
    <section className="card pad" aria-label="Other ways">
      <div className="row">
        {wardAdmin && (
          <Button component="a" href={`tel:${wardAdmin.phone}`} variant="default">
            Call ward admin
          </Button>
        )}
        {sms && (
          <Button component="a" href={smsLink(sms)} variant="default">
            Send by SMS
          </Button>
        )}
      </div>
      <p className="hint above-6">
        {wardAdmin && `${wardAdmin.name}, ${formatPhone(wardAdmin.phone)}. `}
        {sms && 'The SMS costs what your network charges. The result stays here too and is counted once.'}
      </p>
    </section>
  );
}
