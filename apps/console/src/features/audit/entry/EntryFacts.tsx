import type { AuditEntryDetail } from '@ec/contract/audit/schemas';
import { deviceOf } from '@ec/contract/auth/devices';
import { codeOf } from '@ec/contract/geography/location-id';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { AreaLink } from '../../../domain/places/AreaLink.tsx';
import { CopyValue } from '../../../components/figure/CopyValue.tsx';
import { MayLink } from '../../../components/page/MayLink.tsx';
import { formatExact, formatNumber } from '../../../lib/format/format.ts';
import { useMayOpen } from '../../../lib/session/may-open.ts';
import { roleTitle } from '../../../domain/people/person-text.ts';
import { useAccessSubject } from '../../../lib/session/session.ts';
import styles from './entry.module.css';
import { logsAddress, pathFor } from './links.ts';
import { resourceWord } from '../words.ts';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={`facts ${styles.fact}`}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Leads to the list with one filter. */
function Others({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={`middle tiny accent inline low ${styles.others}`}>
      {children}
    </Link>
  );
}

function Resource({ entry }: { entry: AuditEntryDetail }) {
  const path = pathFor(useAccessSubject(), entry);
  const mayOpen = useMayOpen(path ?? '');
  const { resourceId, resourceType } = entry;
  const word = resourceWord(resourceType);
  return (
    <>
      <Fact label="Resource type">
        {word}
        {path && mayOpen && (
          <Link to={path} className={`middle tiny accent inline low ${styles.others}`}>
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
          {entry.actionType} <code className="hint mono">{entry.event}</code>
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
              <span className="hint mono own-line">{userAgent}</span>
            </>
          ) : (
            'None'
          )}
        </Fact>
      </dl>
    </>
  );
}

/** The session of the database that stored the entry, as the database itself noted it. */
function SessionText({ session }: { session: NonNullable<AuditEntryDetail['session']> }) {
  const { role, process, address, transaction, application } = session;
  return (
    <>
      <span>
        Database role <code>{role}</code>, {address === 'local' ? 'on the database’s machine' : `from ${address}`}
      </span>
      <span className="hint mono own-line">
        Process {process}, transaction {transaction}
        {application && `, calls itself ${application}`}
      </span>
    </>
  );
}

/** The entry's place in the chain, and the two hashes that hold it there. */
export function ChainFacts({ entry }: { entry: AuditEntryDetail }) {
  const { session } = entry;
  return (
    <section aria-labelledby="entry-chain">
      <h3 id="entry-chain" className="title">
        Place in the chain
      </h3>
      <dl className="tight gap-10 above-8">
        <Fact label="Position">
          {formatNumber(entry.position)} <span className="hint">(entry {entry.id})</span>
        </Fact>
        <Fact label="Stored by">
          {session ? <SessionText session={session} /> : 'Not noted: an earlier version stored it'}
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
