import type { SecurityStatus } from '@ec/contract/security/schemas';
import { Skeleton } from '@mantine/core';
import { CopyValue } from '../../components/figure/CopyValue.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { formatExact, formatNumber } from '../../lib/format/format.ts';
import { durationText, partsOf } from './parts.ts';
import styles from './security.module.css';
import { StateMark } from './Cells.tsx';
import { tile } from '../../lib/format/css-values.ts';

/** Pages that show more of a part. */
const PAGES: Record<string, string | undefined> = { Deliveries: '/deliveries', 'Audit chain': '/audit-logs' };

function Parts({ status }: { status: SecurityStatus }) {
  return (
    <ul className="shelf gap-12" style={tile(260)} aria-label="Parts of the system">
      {partsOf(status).map(({ name, state, text, facts }) => (
        <li key={name} className={`card shrink pad ${styles.part}`} data-state={state}>
          <div className={styles.partHead}>
            <h3 className={`title ${styles.partName}`}>
              <MayLink to={PAGES[name] ?? null}>{name}</MayLink>
            </h3>
            <StateMark state={state} />
          </div>
          <p className={styles.partText}>{text}</p>
          {facts.map((fact) => (
            <p key={fact} className="hint">
              {fact}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}

function Server({ status }: { status: SecurityStatus }) {
  const { head, state } = status.audit;
  return (
    <dl className={styles.server}>
      <dt>Version</dt>
      <dd>{status.version}</dd>
      <dt>Running since</dt>
      <dd>
        <time dateTime={status.startedAt}>{formatExact(status.startedAt)}</time> ({durationText(status.uptimeSeconds)})
      </dd>
      <dt>Audit chain head</dt>
      <dd>
        {state === 'down' ? (
          'Not known at this moment'
        ) : (
          <>
            <span>Position {formatNumber(head.position)}</span> <CopyValue value={head.hash} what="head hash" />
          </>
        )}
      </dd>
    </dl>
  );
}

/** The parts of the system with their latest measurements. */
export function SystemStatus({ status }: { status: SecurityStatus | undefined }) {
  if (!status) {
    return (
      <div role="status" aria-label="Loading the system status" className="shelf gap-12" style={tile(260)}>
        {Array.from({ length: 8 }, (_, part) => (
          <Skeleton key={part} height={96} />
        ))}
      </div>
    );
  }
  return (
    <div className="stack gap-12">
      <Parts status={status} />
      <Panel title="The server that answers" note="several may run beside each other">
        <Server status={status} />
      </Panel>
    </div>
  );
}
