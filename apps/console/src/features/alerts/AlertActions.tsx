import type { Alert } from '@ec/contract/alerts/schemas';
import { Button, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { useMayOpen } from '../../lib/session/may-open.ts';

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
