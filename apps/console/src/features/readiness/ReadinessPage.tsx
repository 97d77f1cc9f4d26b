import { READINESS_CHECKS, type Readiness, type ReadinessCheck } from '@ec/contract/readiness/schemas';
import { Skeleton } from '@mantine/core';
import { useQuery, queryOptions } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { Note } from '../../components/page/Note.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { formatClock, formatCount, formatNumber } from '../../lib/format/format.ts';
import { errorMessage } from '../../lib/http/api-error.ts';
import { useMayOpen } from '../../lib/session/may-open.ts';
import { CHECKS, STATES } from './labels.ts';
import styles from './readiness.module.css';
import { api } from '../../lib/http/api.ts';

const readinessQuery = (id: string) =>
  queryOptions({
    queryKey: ['readiness', id],
    queryFn: ({ signal }) => api.call('GET /elections/:id/readiness', { params: { id }, signal }),
    refetchInterval: 60_000,
  });

/** What is left to do before an election: people, register and servers, each with the way to mend it. */
export function ReadinessPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(readinessQuery(id));
  return (
    <Page
      title="Readiness"
      context={
        data && (
          <>
            <Link to="/elections">{data.election.name}</Link> · {summaryOf(data)} · checked at {formatClock(data.asOf)}
          </>
        )
      }
      contextComes={1}
    >
      {data && error && (
        <Note kind="warn" role="status">
          This could not be checked again: {errorMessage(error)}
        </Note>
      )}
      {data ? (
        <Panel title="Checks" flush>
          <Checks readiness={data} />
        </Panel>
      ) : error ? (
        <ErrorView title="The readiness could not be checked" error={error} onRetry={refetch} />
      ) : (
        <div role="status" aria-label="Checking the readiness">
          <Skeleton height={420} />
        </div>
      )}
    </Page>
  );
}

function summaryOf({ checks }: Readiness): string {
  const missing = checks.filter(({ state }) => state === 'not_ready').length;
  const unknown = checks.filter(({ state }) => state === 'unknown').length;
  const ready = missing === 0 ? 'everything known is ready' : `${formatCount(missing, 'check')} not ready`;
  return unknown === 0 ? ready : `${ready}, ${formatCount(unknown, 'check')} cannot tell`;
}

const ORDER = { not_ready: 0, unknown: 1, ok: 2 } as const;

/** What is not ready first, otherwise in the order of the contract. */
function Checks({ readiness }: { readiness: Readiness }) {
  const checks = readiness.checks.toSorted(
    (a, b) => ORDER[a.state] - ORDER[b.state] || READINESS_CHECKS.indexOf(a.id) - READINESS_CHECKS.indexOf(b.id),
  );
  return (
    <ul aria-label="Checks">
      {checks.map((check) => (
        <Check key={check.id} check={check} />
      ))}
    </ul>
  );
}

function Check({ check: { id, state, count, text, places } }: { check: ReadinessCheck }) {
  const { title, to, mend, place } = CHECKS[id];
  const { label, tone, icon } = STATES[state];
  const open = useMayOpen(to);
  return (
    <li className={`entry ${styles.check}`}>
      <div className="beside gap-10">
        <StatusChip tone={tone} label={label} icon={icon} />
        <h3 className={styles.title}>{title}</h3>
        {count !== null && count > 0 && <strong className={styles.count}>{formatNumber(count)}</strong>}
      </div>
      <p>{text}</p>
      {places.length > 0 && (
        <p className="hint">
          {count !== null && count > places.length ? 'The first: ' : ''}
          {places.map(({ id: key, code, name, within }, index) => (
            <span key={key}>
              {index > 0 && '; '}
              <MayLink to={place?.(code)}>{name}</MayLink> ({within ? `${within}, ` : ''}
              {code})
            </span>
          ))}
        </p>
      )}
      {state !== 'ok' &&
        (open ? (
          <Link to={to}>{mend}</Link>
        ) : (
          <p className="hint">Your role cannot open the page where this is mended.</p>
        ))}
    </li>
  );
}
