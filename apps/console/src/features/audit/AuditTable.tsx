import type { AuditEntry, AuditLogList } from '@ec/contract/audit/schemas';
import { codeOf } from '@ec/contract/geography/location-id';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Column } from '../../components/list/DataTable.tsx';
import { type CardParts, ListOrCards } from '../../components/list/ListOrCards.tsx';
import { formatClock, formatDate, formatExact } from '../../lib/format/format.ts';
import { roleTitle } from '../../domain/people/person-text.ts';
import { useArrowKeys } from '../../lib/hooks/focus.ts';
import styles from './audit.module.css';
import { resourceWord } from './words.ts';
import { column } from '../../lib/format/css-values.ts';

/** Date and time to the second: distinguishes entries of one minute. */
function LogTime({ moment }: { moment: string }) {
  return (
    <time dateTime={moment} title={formatExact(moment)} className={`nowrap ${styles.time}`}>
      {formatDate(moment)} {formatClock(moment)}
    </time>
  );
}

function Activity({ entry, to }: { entry: AuditEntry; to: string }) {
  return (
    <div data-place>
      <Link to={to} replace preventScrollReset className={`cover bold ${styles.activity}`}>
        {entry.actionType}
      </Link>
    </div>
  );
}

/** The kind of record, and what is known of which one: its place, else its number. */
function Resource({ entry: { resourceType, resourceId, area } }: { entry: AuditEntry }) {
  const which = area ? `${area.name} (${codeOf(area.id)})` : resourceId;
  return (
    <div className="column" style={column({ least: 120, most: 300 })}>
      {resourceWord(resourceType)}
      {which && <div className={area ? 'hint' : styles.id}>{which}</div>}
    </div>
  );
}

function User({ user }: { user: AuditEntry['user'] }) {
  if (!user) return 'System';
  return (
    <div className="column" style={column({ most: 220 })}>
      {user.name}
      <div className="hint">{roleTitle(user.role)}</div>
    </div>
  );
}

function cardOf(entry: AuditEntry, to: string): CardParts {
  return {
    head: <Activity entry={entry} to={to} />,
    side: <LogTime moment={entry.createdAt} />,
    body: (
      <>
        <Resource entry={entry} />
        <div className="hint">
          {entry.user ? `${entry.user.name}, ${roleTitle(entry.user.role)}` : 'System'}
          {entry.ipAddress && ` · ${entry.ipAddress}`}
        </div>
      </>
    ),
  };
}

interface AuditTableProps {
  list: AuditLogList | undefined;
  error: unknown;
  onRetry: () => unknown;
  empty: ReactNode;
  foot: ReactNode;
  /** The address that opens an entry over the list. */
  addressOf: (entry: Pick<AuditEntry, 'id'>) => string;
  onOpen: (entry: AuditEntry) => void;
}

/** The entries of the page, newest first; on a phone as cards. The up and down arrows go from one to the next. */
export function AuditTable({ list, error, onRetry, empty, foot, addressOf, onOpen }: AuditTableProps) {
  const arrows = useArrowKeys();
  const columns: [Column<AuditEntry>, ...Column<AuditEntry>[]] = [
    { key: 'activity', header: 'Activity', cell: (entry) => <Activity entry={entry} to={addressOf(entry)} /> },
    { key: 'resource', header: 'Resource', cell: (entry) => <Resource entry={entry} /> },
    { key: 'user', header: 'User', cell: ({ user }) => <User user={user} /> },
    { key: 'ip', header: 'IP Address', cell: ({ ipAddress }) => <span className="nowrap">{ipAddress ?? '–'}</span> },
    { key: 'time', header: 'Timestamp', cell: ({ createdAt }) => <LogTime moment={createdAt} /> },
    {
      key: 'actions',
      header: 'Actions',
      fixed: true,
      cell: (entry) => (
        <Button
          variant="default"
          size="xs"
          aria-label={`Details of ${entry.actionType}, ${formatClock(entry.createdAt)}`}
          onClick={() => onOpen(entry)}
        >
          Details
        </Button>
      ),
    },
  ];
  return (
    <div ref={arrows}>
      <ListOrCards
        label="Audit logs"
        chooseAs="audit"
        columns={columns}
        card={(entry) => cardOf(entry, addressOf(entry))}
        rows={list?.entries}
        rowKey={({ id }) => String(id)}
        error={error}
        errorTitle="The audit logs could not be loaded"
        onRetry={onRetry}
        empty={empty}
        foot={foot}
      />
    </div>
  );
}
