import type { SecurityStatus } from '@ec/contract/security/schemas';
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount, formatNumber } from '../../lib/format/format.ts';
import { type Tab, tabAddress } from './filters.ts';
import { durationText, overall, partsOf } from './parts.ts';
import styles from './security.module.css';
import { StateMark } from './Cells.tsx';
import { tile } from '../../lib/format/css-values.ts';

function Big({ value, tab, label }: { value: number; tab: Tab; label: string }) {
  return (
    <span>
      <Link to={tabAddress(tab)} className="link bold" aria-label={`${label}: ${formatNumber(value)}`}>
        {formatNumber(value)}
      </Link>{' '}
      open
    </span>
  );
}

interface CardProps {
  title: string;
  /** The figure or the state, beside the title. */
  value: ReactNode;
  /** One line below; absent while it loads. */
  children: ReactNode;
}

function Card({ title, value, children }: CardProps) {
  return (
    <section className={styles.card}>
      <div className="between gap-0-8">
        <h2 className="title">{title}</h2>
        {value}
      </div>
      <p className="hint">{children ?? <Skeleton component="span" display="inline-block" height={10} width={200} />}</p>
    </section>
  );
}

/** The three cards: state of the system, open sessions, what needs attention. */
export function StatusCards({ status }: { status: SecurityStatus | undefined }) {
  const state = status && overall(partsOf(status));
  return (
    <div className="tiles gap-12" style={tile(240)}>
      <Card title="System Status" value={state && <StateMark state={state.state} />}>
        {state && (
          <>
            <span>{state.text}</span> ·{' '}
            <span>
              Version {status.version}, up {durationText(status.uptimeSeconds)}
            </span>
          </>
        )}
      </Card>
      <Card
        title="Active Sessions"
        value={status && <Big value={status.sessions.open} tab="sessions" label="Open sessions" />}
      >
        {status && `${formatCount(status.streams.open, 'live stream')} on this server`}
      </Card>
      <Card
        title="Security Alerts"
        value={status && <Big value={status.alerts.open} tab="alerts" label="Open security alerts" />}
      >
        {status && (
          <>
            <Link to={tabAddress('sign-ins')}>{formatCount(status.failedSignIns24h, 'failed sign-in')}</Link> in 24
            hours, <Link to={tabAddress('locked')}>{formatCount(status.lockedAccounts, 'locked account')}</Link>
          </>
        )}
      </Card>
    </div>
  );
}
