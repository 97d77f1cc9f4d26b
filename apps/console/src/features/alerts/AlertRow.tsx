import type { Alert } from '@ec/contract/alerts/schemas';
import { useSearchParams } from 'react-router';
import { InboxFacts, InboxRow, InboxText } from '../../components/list/Inbox.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { AlertActions } from './AlertActions.tsx';
import { AlertState, PriorityChip, TypeMark } from './AlertParts.tsx';
import { placeText, titleId } from './labels.ts';

interface AlertRowProps {
  alert: Alert;
  onRead: () => void;
  onAcknowledge: () => void;
}

/** One alert of the list; its title opens all of it, in the address. */
export function AlertRow({ alert, onRead, onAcknowledge }: AlertRowProps) {
  const [params] = useSearchParams();
  const search = new URLSearchParams(params);
  search.set('alert', alert.id);
  return (
    <InboxRow
      unread={!alert.isRead}
      title={alert.title}
      titleId={titleId(alert.id)}
      link={{ to: { search: search.toString() }, preventScrollReset: true }}
      mark={<TypeMark type={alert.type} />}
      chips={<PriorityChip priority={alert.priority} />}
      actions={<AlertActions alert={alert} onRead={onRead} onAcknowledge={onAcknowledge} />}
    >
      <InboxText lines={5}>{alert.message}</InboxText>
      <InboxFacts>
        {alert.source} · <TimeText moment={alert.createdAt} minute />
        {alert.area && ` · ${placeText(alert)}`}
      </InboxFacts>
      <AlertState alert={alert} />
    </InboxRow>
  );
}
