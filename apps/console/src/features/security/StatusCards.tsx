import type { SecurityStatus } from '@ec/contract/security/schemas';
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Panel } from '../../components/page/Panel.tsx';
import { formatCount, formatNumber } from '../../lib/format/format.ts';
import { type Tab, tabAddress } from './filters.ts';
import { durationText, overall, partsOf } from './parts.ts';
import styles from './security.module.css';
import { StateMark } from './Cells.tsx';

function Big({ value, tab, label }: { value: number; tab: Tab; label: string }) {
  return (
    <Link to={tabAddress(tab)} className={styles.big ?? ''} aria-label={`${label}: ${formatNumber(value)}`}>
      {formatNumber(value)}
    </Link>
  );
}

function Card({ title, ready, children }: { title: string; ready: boolean; children: ReactNode }) {
  return (
    <Panel title={title}>{ready ? <div className={styles.cardBody}>{children}</div> : <Skeleton height={56} />}</Panel>
  );
}

/** The three cards: state of the system, open sessions, what needs attention. */
export function StatusCards({ status }: { status: SecurityStatus | undefined }) {
  const state = status && overall(partsOf(status));
  const ready = status !== undefined;
  return (
    <div className={styles.overview}>
      <Card title="System Status" ready={ready}>
        {state && <StateMark state={state.state} />}
        {state && <p>{state.text}</p>}
        {status && (
          <p className="hint">
            Version {status.version}, up {durationText(status.uptimeSeconds)}
          </p>
        )}
      </Card>
      <Card title="Active Sessions" ready={ready}>
        {status && (
          <>
            <Big value={status.sessions.open} tab="sessions" label="Open sessions" />
            <p>{status.sessions.open === 1 ? 'open session' : 'open sessions'}</p>
            <p className="hint">{formatCount(status.streams.open, 'live stream')} on this server</p>
          </>
        )}
      </Card>
      <Card title="Security Alerts" ready={ready}>
        {status && (
          <>
            <Big value={status.alerts.open} tab="alerts" label="Open security alerts" />
            <p>{status.alerts.open === 1 ? 'open alert' : 'open alerts'}</p>
            <p className="hint">
              <Link to={tabAddress('sign-ins')}>{formatCount(status.failedSignIns24h, 'failed sign-in')}</Link> in 24
              hours, <Link to={tabAddress('locked')}>{formatCount(status.lockedAccounts, 'locked account')}</Link>
            </p>
          </>
        )}
      </Card>
    </div>
  );
}
