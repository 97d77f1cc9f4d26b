import { Button } from '@mantine/core';
import { formatPhone } from '../../lib/format/format.ts';
import type { Desk } from './api.ts';
import styles from './submit.module.css';

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
        {sms &&
          'The SMS costs what your network charges. Keep the result here too: it counts when it is sent from here.'}
      </p>
    </section>
  );
}

export function Instructions() {
  return (
    <section className="card pad" aria-labelledby="instructions">
      <h2 id="instructions" className={styles.groupTitle} style={{ padding: '0 0 6px' }}>
        Instructions
      </h2>
      <ul className={styles.list}>
        <li>Check the counts against the result sheet before you send them.</li>
        <li>Upload a clear photo of the result sheet.</li>
        <li>The Ward Administrator reviews what you send.</li>
        <li>A notification follows on approval or requested changes.</li>
      </ul>
    </section>
  );
}
