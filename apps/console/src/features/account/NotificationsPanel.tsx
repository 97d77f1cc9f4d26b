import { type Delivery, type DeliveryChannel, NOTIFICATION_TOPICS, TOPICS } from '@ec/contract/notifications/schemas';
import { Checkbox, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Note } from '../../components/page/Note.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { useSmsLeaves } from '../../lib/session/system.ts';
import { deliveryQuery, useChooseDelivery } from './api.ts';
import styles from './NotificationsPanel.module.css';
import { TimingChoices } from './TimingChoices.tsx';

const CHANNELS = [
  { channel: 'sms', label: 'SMS' },
  { channel: 'email', label: 'E-mail' },
] as const;

/** Why the channel cannot deliver; null if it can. */
function obstacle({ organisation, addresses }: Delivery, channel: DeliveryChannel): string | null {
  if (!organisation[channel]) {
    return channel === 'sms'
      ? 'Your organisation has switched SMS notifications off.'
      : 'Your organisation has switched e-mail notifications off.';
  }
  if (addresses[channel] === null) return 'You have no e-mail address here. Ask your administrator to add one.';
  return null;
}

/** The user's choices of notifications by SMS and e-mail. */
export function NotificationsPanel() {
  const { hash } = useLocation();
  const place = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useQuery(deliveryQuery);
  const arrived = hash === '#notifications' && data !== undefined;
  // With the choices, which give the panel its height: what is scrolled to before is pushed away again.
  useEffect(() => {
    if (arrived) place.current?.scrollIntoView({ block: 'start' });
  }, [arrived]);
  return (
    <div ref={place} id="notifications" className={styles.place}>
      <Panel title="Notifications">
        {data ? (
          <Choices delivery={data} />
        ) : error ? (
          <ErrorView title="Your choices could not be loaded" error={error} onRetry={refetch} />
        ) : (
          <Skeleton height={220} role="status" aria-label="Loading your choices" />
        )}
      </Panel>
    </div>
  );
}

function Choices({ delivery }: { delivery: Delivery }) {
  const { choose, state } = useChooseDelivery();
  const { addresses } = delivery;
  const smsLeaves = useSmsLeaves();
  const obstacles = CHANNELS.map(({ channel }) => obstacle(delivery, channel)).filter((text) => text !== null);
  return (
    <div className="stack gap-12">
      <p className="quiet">
        Everything stands in the console. Tick what should reach you by SMS ({addresses.sms})
        {addresses.email !== null && ` or e-mail (${addresses.email})`} too.
        {smsLeaves
          ? ' Sign-in codes and password resets are always sent.'
          : ' No SMS gateway is set up, so nothing reaches a phone.'}
      </p>
      {obstacles.map((text) => (
        <Note key={text} kind="info">
          {text}
        </Note>
      ))}
      <table className={`table ${styles.table}`} aria-label="What arrives where">
        <thead>
          <tr>
            <th scope="col">Topic</th>
            <th scope="col" className={styles.way}>
              In the console
            </th>
            {CHANNELS.map(({ channel, label }) => (
              <th key={channel} scope="col" className={styles.way}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {TOPICS.map((topic) => (
            <tr key={topic}>
              <th scope="row" className={styles.topic}>
                {NOTIFICATION_TOPICS[topic].title}
                <span className="hint block regular">{NOTIFICATION_TOPICS[topic].text}</span>
              </th>
              <td className={styles.way}>
                <IconCheck size={16} aria-hidden />
                <VisuallyHidden>Always</VisuallyHidden>
              </td>
              {CHANNELS.map(({ channel, label }) => (
                <td key={channel} className={styles.way}>
                  <label className={styles.target} htmlFor={`${topic}-${channel}`}>
                    <Checkbox
                      id={`${topic}-${channel}`}
                      aria-label={`${NOTIFICATION_TOPICS[topic].title} by ${label}`}
                      checked={delivery.choices[topic][channel]}
                      disabled={obstacle(delivery, channel) !== null}
                      onChange={(event) => choose(topic, channel, event.currentTarget.checked)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status" className={styles.state}>
        {state}
      </p>
      <TimingChoices delivery={delivery} />
    </div>
  );
}
