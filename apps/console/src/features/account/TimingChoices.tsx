import type { Delivery, Timing } from '@ec/contract/notifications/schemas';
import { Select, Switch } from '@mantine/core';
import { useChooseTiming } from './api.ts';
import styles from './NotificationsPanel.module.css';

const DIGESTS: { value: Timing['digest']; label: string }[] = [
  { value: 'off', label: 'Each notice immediately' },
  { value: 'hourly', label: 'Together, every hour' },
  { value: 'daily', label: 'Together, every day at 07:00' },
];
const NIGHT = { from: '22:00', to: '06:00' };

/** The full hours, and what else was chosen. */
function timesWith(chosen: string): string[] {
  const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
  return hours.includes(chosen) ? hours : [...hours, chosen].toSorted();
}

/** When notices disturb: quiet hours and digest. */
export function TimingChoices({ delivery }: { delivery: Delivery }) {
  const choose = useChooseTiming();
  const { quiet, digest } = delivery;
  return (
    <fieldset className={styles.timing}>
      <legend className="title">When notices disturb you</legend>
      <p className="quiet">
        Critical alerts, urgent announcements, results sent back to you and changes to your account always come
        immediately.
      </p>
      <Select
        label="Notices"
        data={DIGESTS}
        value={digest}
        allowDeselect={false}
        onChange={(value) => {
          const chosen = DIGESTS.find((each) => each.value === value);
          if (chosen) choose({ digest: chosen.value });
        }}
      />
      <Switch
        classNames={{ body: 'middle', label: 'thumb' }}
        label="Quiet hours: notices wait until they end"
        checked={quiet !== null}
        onChange={(event) => choose({ quiet: event.currentTarget.checked ? NIGHT : null })}
      />
      {quiet && (
        <div className="halves">
          <Select
            label="From"
            data={timesWith(quiet.from).filter((time) => time !== quiet.to)}
            value={quiet.from}
            allowDeselect={false}
            onChange={(from) => from !== null && choose({ quiet: { ...quiet, from } })}
          />
          <Select
            label="To"
            data={timesWith(quiet.to).filter((time) => time !== quiet.from)}
            value={quiet.to}
            allowDeselect={false}
            onChange={(to) => to !== null && choose({ quiet: { ...quiet, to } })}
          />
        </div>
      )}
    </fieldset>
  );
}
