import type { Alert, AlertType } from '@ec/contract/alerts/schemas';
import { codeOf } from '@ec/contract/geography/location-id';
import { Button, VisuallyHidden } from '@mantine/core';
import {
  type Icon,
  IconAlertTriangle,
  IconArrowUp,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
  IconZzz,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import type { LocationLink } from '@ec/contract/geography/schemas';
import { StatusChip, type Tone } from '../../components/figure/StatusChip.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { ALERT_PRIORITIES } from '../../domain/alerts/alert-priorities.ts';
import { areaPath } from '../../domain/places/area-path.ts';
import { formatMinute, formatTime, formatWhen } from '../../lib/format/format.ts';
import { useMayOpen } from '../../lib/session/may-open.ts';
import styles from './alerts.module.css';
import { AREA_WORDS } from '../../domain/results/labels.ts';
import { roleTitle } from '../../domain/people/person-text.ts';

export const TYPES: Record<AlertType, { label: string; tone: Tone; icon: Icon }> = {
  error: { label: 'Error', tone: 'bad', icon: IconCircleX },
  warning: { label: 'Warning', tone: 'wait', icon: IconAlertTriangle },
  info: { label: 'Info', tone: 'info', icon: IconInfoCircle },
  success: { label: 'Success', tone: 'ok', icon: IconCircleCheck },
};

/** "Seriki Aro, Ipodo, Ikeja, Lagos": the place with what it lies in. */
export function placeText({ area, chain }: Pick<Alert, 'area' | 'chain'>): string {
  const links = chain.some(({ id }) => id === area?.id) || !area ? chain : [...chain, area];
  return links
    .map(({ name }) => name)
    .toReversed()
    .join(', ');
}

/** "Ikeja LGA", "Lagos state"; the nation is the national office. */
function levelText({ type, name }: LocationLink): string {
  return type === 'national' ? 'the national office' : `${name} ${AREA_WORDS[type].one}`;
}

export function personIn(person: { name: string; role: string }): string {
  return `${person.name} (${roleTitle(person.role)})`;
}

/** Id of an alert's title on the page: what takes the focus when its button has gone. */
export const titleId = (id: string): string => `alert-${id}`;

export function TypeMark({ type }: Pick<Alert, 'type'>) {
  const { label, tone, icon: Mark } = TYPES[type];
  return (
    <span className={styles.type} data-tone={tone} role="img" aria-label={label} title={label}>
      <Mark size={20} aria-hidden />
    </span>
  );
}

export function PriorityChip({ priority }: Pick<Alert, 'priority'>) {
  return <StatusChip {...ALERT_PRIORITIES[priority]} />;
}

/** The place that the alert is about, as a link to its page where the reader may open it. */
export function PlaceLink({ alert }: { alert: Alert }) {
  const { area } = alert;
  if (!area) return null;
  return <MayLink to={areaPath({ type: area.type, code: codeOf(area.id) })}>{placeText(alert)}</MayLink>;
}

/** "14:32" today, else with the date. */
function shortTime(moment: string): string {
  const words = formatWhen(moment);
  return words === formatTime(moment) ? words : formatMinute(moment);
}

/** Escalation of an unacknowledged alert, its owner, their note, and when it was resolved. */
export function AlertState({ alert }: { alert: Alert }) {
  const {
    escalatedTo,
    escalatedAt,
    acknowledgedAt,
    acknowledgedBy,
    owner,
    note,
    resolvedAt,
    resolvedBy,
    snoozedUntil,
  } = alert;
  if (!escalatedTo && !acknowledgedAt && !resolvedAt && !snoozedUntil) return null;
  const given = owner && owner.id !== acknowledgedBy?.id;
  return (
    <div className={styles.state}>
      {escalatedTo && escalatedAt && (
        <StatusChip
          tone="wait"
          icon={IconArrowUp}
          label={`Escalated to ${levelText(escalatedTo)}, ${shortTime(escalatedAt)}`}
        />
      )}
      {acknowledgedAt && (
        <span className="wrap gap-4 inline">
          <IconCircleCheck size={16} aria-hidden className={styles.tick} />
          <span>
            Acknowledged{acknowledgedBy && ` by ${personIn(acknowledgedBy)}`},{' '}
            <TimeText moment={acknowledgedAt} minute />
            {given ? `. ${personIn(owner)} takes care of it.` : '.'}
          </span>
        </span>
      )}
      {snoozedUntil && (
        <StatusChip tone="off" icon={IconZzz} label={`Snoozed by you until ${shortTime(snoozedUntil)}`} />
      )}
      {note && <q className={styles.note}>{note}</q>}
      {resolvedAt && (
        <span className="wrap gap-4 inline">
          <IconCircleCheck size={16} aria-hidden className={styles.tick} />
          <span>
            {resolvedBy ? `Resolved by ${personIn(resolvedBy)}` : 'Resolved by itself'},{' '}
            <TimeText moment={resolvedAt} minute />.
          </span>
        </span>
      )}
    </div>
  );
}

interface AlertActionsProps {
  alert: Alert;
  onRead: () => void;
  onAcknowledge: () => void;
}

/** What the reader can do about an alert. */
export function AlertActions({ alert, onRead, onAcknowledge }: AlertActionsProps) {
  const { title, isRead, relatedResource, acknowledgedAt, can } = alert;
  const to = relatedResource?.path ?? '';
  const opens = useMayOpen(to);
  const about = <VisuallyHidden>: {title}</VisuallyHidden>;
  return (
    <>
      {!isRead && (
        <Button variant="default" onClick={onRead}>
          Mark as Read{about}
        </Button>
      )}
      {relatedResource && to !== '' && opens && (
        <Button
          variant="default"
          component={Link}
          to={to}
          title={relatedResource.label}
          onClick={() => {
            if (!isRead) onRead();
          }}
        >
          View<VisuallyHidden>: {relatedResource.label}</VisuallyHidden>
        </Button>
      )}
      {acknowledgedAt === null && can.acknowledge && <Button onClick={onAcknowledge}>Acknowledge{about}</Button>}
      {acknowledgedAt !== null && can.giveOwner && (
        <Button variant="default" onClick={onAcknowledge}>
          Pass on{about}
        </Button>
      )}
    </>
  );
}
