import type { AuditEntryDetail } from '@ec/contract/audit-log';
import { deviceOf } from '@ec/contract/devices';
import { codeOf } from '@ec/contract/location-id';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { AreaLink } from '../../components/AreaLink.tsx';
import { CopyValue } from '../../components/CopyValue.tsx';
import { MayLink } from '../../components/MayLink.tsx';
import { formatExact, formatNumber } from '../../lib/format.ts';
import { useMayOpen } from '../../lib/may-open.ts';
import { roleTitle } from '../../lib/person-text.ts';
import { useCurrentMe } from '../../lib/session.ts';
import styles from './entry.module.css';
import { logsAddress, pathFor } from './links.ts';
import { resourceWord } from './words.ts';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Leads to the list with one filter. */
function Others({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={styles.others ?? ''}>
      {children}
    </Link>
  );
}

function Resource({ entry }: { entry: AuditEntryDetail }) {
  const path = pathFor(useCurrentMe().user.role, entry);
  const mayOpen = useMayOpen(path ?? '');
  const { resourceId, resourceType } = entry;
  const word = resourceWord(resourceType);
  return (
    <>
      <Fact label="Resource type">
        {word}
        {path && mayOpen && (
          <Link to={path} className={styles.others ?? ''}>
            {`Open the ${word.toLowerCase()}`}
          </Link>
        )}
      </Fact>
      <Fact label="Resource ID">
        {resourceId === null ? (
          'None'
        ) : (
          <>
            <CopyValue value={resourceId} what="resource ID" />
            <Others to={logsAddress({ resource: resourceType, resourceId })}>All entries about it</Others>
          </>
        )}
      </Fact>
    </>
  );
}

/** Who did what to which record, from where and when; and where the entry stands in the chain. */
export function EntryFacts({ entry }: { entry: AuditEntryDetail }) {
  const { user, area, ipAddress, userAgent } = entry;
  return (
    <>
      <dl className={styles.facts}>
        <Fact label="Action type">
          {entry.actionType} <code className={styles.event}>{entry.event}</code>
        </Fact>
        <Fact label="Timestamp">
          <time dateTime={entry.createdAt}>{formatExact(entry.createdAt)}</time>
        </Fact>
        <Resource entry={entry} />
        <Fact label="User">
          {user ? (
            <>
              <span>
                <MayLink to={`/users/${user.id}`}>{user.name}</MayLink>, {roleTitle(user.role)}
              </span>
              <Others to={logsAddress({ user: user.id })}>All entries of this person</Others>
            </>
          ) : (
            'System'
          )}
        </Fact>
        <Fact label="Area">
          {area ? (
            <AreaLink area={{ ...area, code: codeOf(area.id) }}>{`${area.name} (${codeOf(area.id)})`}</AreaLink>
          ) : (
            'None'
          )}
        </Fact>
        <Fact label="IP address">
          {ipAddress ? (
            <>
              {ipAddress}
              <Others to={logsAddress({ ip: ipAddress })}>All entries from this address</Others>
            </>
          ) : (
            'None'
          )}
        </Fact>
        <Fact label="User agent">
          {userAgent ? (
            <>
              {deviceOf(userAgent)}
              <span className={styles.raw}>{userAgent}</span>
            </>
          ) : (
            'None'
          )}
        </Fact>
      </dl>
    </>
  );
}

/** The entry's place in the chain, and the two hashes that hold it there. */
export function ChainFacts({ entry }: { entry: AuditEntryDetail }) {
  return (
    <section aria-labelledby="entry-chain">
      <h3 id="entry-chain" className={styles.heading}>
        Place in the chain
      </h3>
      <dl className={styles.chain}>
        <Fact label="Position">
          {formatNumber(entry.position)} <span className={styles.quiet}>(entry {entry.id})</span>
        </Fact>
        <Fact label="Hash">
          <CopyValue value={entry.hash} what="hash" />
        </Fact>
        <Fact label="Hash of the entry before">
          <CopyValue value={entry.previousHash} what="hash of the entry before" />
        </Fact>
      </dl>
    </section>
  );
}
