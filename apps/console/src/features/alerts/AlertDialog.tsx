import { type Alert, ALERT_RULES } from '@ec/contract/alerts/schemas';
import { Button, Modal, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Fact, Facts } from '../../components/figure/Facts.tsx';
import { latePart } from '../../components/page/late-part.tsx';
import { FormFoot } from '../../components/form/Form.tsx';
import { belowWidth } from '../../lib/device/breakpoints.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { formatExact } from '../../lib/format/format.ts';
import { SOURCE_WORDS } from '../../domain/results/labels.ts';
import { useStreamMessage } from '../../lib/stream/stream.ts';
import { useRefresh } from '../../lib/hooks/use-refresh.ts';
import { AlertActions, AlertState, PlaceLink, PriorityChip, TYPES } from './AlertParts.tsx';
import { alertQuery, ONE_KEY, useMarkRead } from './api.ts';
import styles from './alerts.module.css';
import type { BulkAsk } from './BulkDialog.tsx';

const SamePhotos = latePart(async () => (await import('./SamePhotos.tsx')).SamePhotos, 'The view of the photos');

/** Not there for the reader, or no alert's address at all. */
const GONE = new Set([400, 404]);

interface AlertDialogProps {
  id: string;
  onAcknowledge: (alert: Alert) => void;
  onBulk: (ask: BulkAsk) => void;
  onClose: () => void;
}

/** The change of many, for this alert alone. */
const only = (id: string) => ({ ids: [id], filter: { state: undefined } });

/** Marks an alert as read when it is opened. */
function useReadOnce(alert: Alert | undefined): (id: string) => void {
  const markRead = useMarkRead();
  const marked = useRef<string | null>(null);
  const mark = useEffectEvent((id: string) => markRead.mutate(id));
  const unread = alert && !alert.isRead ? alert.id : null;
  useEffect(() => {
    if (unread === null || marked.current === unread) return;
    marked.current = unread;
    mark(unread);
  }, [unread]);
  return markRead.mutate;
}

function AlertFacts({ alert }: { alert: Alert }) {
  const { rule, source, createdAt, type, area, count } = alert;
  return (
    <Facts>
      <Fact name="Type">{TYPES[type].label}</Fact>
      <Fact name="Source">
        {source}
        {rule !== 'manual' && <div className="hint">{ALERT_RULES[rule].text}</div>}
      </Fact>
      {area && (
        <Fact name="Place">
          <PlaceLink alert={alert} />
        </Fact>
      )}
      {count && <Fact name="Count">{SOURCE_WORDS[count]}</Fact>}
      <Fact name="Raised">{formatExact(createdAt)}</Fact>
    </Facts>
  );
}

/** All of an alert, by its address: notifications lead here. */
export function AlertDialog({ id, onAcknowledge, onBulk, onClose }: AlertDialogProps) {
  const phone = useMediaQuery(belowWidth('sm'));
  const [comparing, setComparing] = useState(false);
  const query = useQuery(alertQuery(id));
  useStreamMessage('alerts', useRefresh(ONE_KEY));
  const alert = query.data;
  const read = useReadOnce(alert);
  const gone = query.error instanceof ApiError && GONE.has(query.error.status);
  return (
    <Modal opened onClose={onClose} title={alert?.title ?? 'Alert'} size={600} fullScreen={phone ?? false}>
      {alert ? (
        <div className="tight gap-12">
          <div>
            <PriorityChip priority={alert.priority} />
          </div>
          <p className={styles.message}>{alert.message}</p>
          {alert.photosOf.length > 0 && (
            <Button variant="default" onClick={() => setComparing(true)}>
              Compare the photos
            </Button>
          )}
          {comparing && <SamePhotos results={alert.photosOf} onClose={() => setComparing(false)} />}
          <AlertFacts alert={alert} />
          <AlertState alert={alert} />
          {alert.acknowledgedAt === null && alert.resolvedAt === null && <p className="hint">Not acknowledged yet.</p>}
          <FormFoot>
            {alert.can.snooze && (
              <Button
                variant="default"
                onClick={() => onBulk({ ...only(id), action: alert.snoozedUntil === null ? 'snooze' : 'wake' })}
              >
                {alert.snoozedUntil === null ? 'Snooze' : 'End snooze'}
              </Button>
            )}
            {alert.can.resolve && (
              <Button variant="default" onClick={() => onBulk({ ...only(id), action: 'resolve' })}>
                Resolve
              </Button>
            )}
            <AlertActions alert={alert} onRead={() => read(id)} onAcknowledge={() => onAcknowledge(alert)} />
          </FormFoot>
        </div>
      ) : gone ? (
        <EmptyState title="This alert does not exist, or it is about a place outside your area." />
      ) : query.error ? (
        <ErrorView title="The alert could not be loaded" error={query.error} onRetry={query.refetch} />
      ) : (
        <div role="status" aria-label="Loading the alert" className="loading">
          <Skeleton height={24} />
          <Skeleton height={90} />
        </div>
      )}
    </Modal>
  );
}
