import type { Alert } from '@ec/contract/alerts';
import { Link, useSearchParams } from 'react-router';
import { TimeText } from '../../components/TimeText.tsx';
import { AlertActions } from './AlertActions.tsx';
import { AlertState, PriorityChip, TypeMark } from './AlertParts.tsx';
import styles from './alerts.module.css';
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
    <li className={styles.row} data-unread={!alert.isRead || undefined}>
      <TypeMark type={alert.type} />
      <div className={styles.words}>
        <div className={styles.head}>
          <Link id={titleId(alert.id)} className={styles.title} to={{ search: search.toString() }} preventScrollReset>
            {alert.title}
          </Link>
          <PriorityChip priority={alert.priority} />
          {!alert.isRead && <span className={styles.unread}>Unread</span>}
        </div>
        <p className={styles.message}>{alert.message}</p>
        <div className={styles.facts}>
          {alert.source} · <TimeText moment={alert.createdAt} minute />
          {alert.area && ` · ${placeText(alert)}`}
        </div>
        <AlertState alert={alert} />
      </div>
      <AlertActions alert={alert} onRead={onRead} onAcknowledge={onAcknowledge} />
    </li>
  );
}
