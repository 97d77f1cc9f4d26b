import type { OfficerUnit } from '@ec/contract/dashboards';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { EmptyState } from '../../components/EmptyState.tsx';
import { MayLink } from '../../components/MayLink.tsx';
import { Note } from '../../components/Note.tsx';
import { Panel } from '../../components/Panel.tsx';
import { ContactLine } from '../../components/performance/ContactLine.tsx';
import { StatusChip } from '../../components/StatusChip.tsx';
import { areaPath } from '../../lib/area-path.ts';
import { formatDay, formatExact, formatNumber } from '../../lib/format.ts';
import { SOURCE_WORDS } from '../../lib/labels.ts';
import { mayOpen } from '../../lib/may-open.ts';
import { useCurrentMe } from '../../lib/session.ts';
import { Deadline } from './Deadline.tsx';
import styles from './dashboard.module.css';
import { nextStep, submissionState, type UnitElection } from './next-step.ts';

/** The unit itself and whom to call. */
function UnitPanel({ data }: { data: OfficerUnit }) {
  const { unit, contact } = data;
  const where = unit.chain.filter(({ type }) => type === 'ward' || type === 'lga' || type === 'state').toReversed();
  return (
    <Panel title={unit.name} note={unit.code}>
      <dl className={styles.facts}>
        <dt>Where</dt>
        <dd>{where.map(({ name }) => name).join(', ')}</dd>
        <dt>Registered voters</dt>
        <dd>{unit.registeredVoters === undefined ? 'Not in the register' : formatNumber(unit.registeredVoters)}</dd>
        <dt>Count</dt>
        <dd>{SOURCE_WORDS[data.source]}</dd>
        <dt>Ward admin</dt>
        <dd>
          <ContactLine contact={contact} none="Nobody is assigned yet" />
        </dd>
      </dl>
      <MayLink to={areaPath(unit)} className={styles.more}>
        All about your unit and what was sent
      </MayLink>
    </Panel>
  );
}

function ElectionPanel({ election }: { election: UnitElection }) {
  const me = useCurrentMe();
  const { result } = election;
  const step = nextStep(election, me.electionMode);
  const sheet = `/submit-results?election=${election.id}`;
  const offered = step.submit && mayOpen(me, sheet);
  return (
    <Panel title={election.name} note={<StatusChip {...submissionState(election)} />}>
      <dl className={styles.facts}>
        <dt>Election day</dt>
        <dd>{formatDay(election.electionDate)}</dd>
        <dt>Deadline</dt>
        <dd>
          <Deadline until={election.deadline} />
        </dd>
        {result && (
          <>
            <dt>Sent</dt>
            <dd>
              version {result.version}, {formatExact(result.submittedAt)}
              <div className={styles.quiet}>Receipt {result.submissionId}</div>
            </dd>
          </>
        )}
      </dl>
      {result?.reason && (
        <Note kind={result.status === 'verified' ? 'info' : 'warn'}>
          <strong>{result.status === 'returned' ? 'Why it was returned' : 'Reason given'}</strong>
          <div>{result.reason}</div>
        </Note>
      )}
      <p className={styles.text} style={{ marginTop: 10 }}>
        {step.text}
      </p>
      {step.replace && (
        <MayLink to={sheet} className={styles.more}>
          Replace what was sent
        </MayLink>
      )}
      {offered && (
        <Button component={Link} to={sheet} size="lg" fullWidth>
          Submit Results Now
        </Button>
      )}
    </Panel>
  );
}

/** The officer's own unit: how its submission stands, until when, and what to do next. */
export function UnitBoard({ data }: { data: OfficerUnit }) {
  return (
    <div className={styles.elections}>
      {data.elections.map((election) => (
        <ElectionPanel key={election.id} election={election} />
      ))}
      {data.elections.length === 0 && (
        <Panel title="Submission" note={<StatusChip tone="off" label="Pending" />}>
          <dl className={styles.facts}>
            <dt>Deadline</dt>
            <dd>TBD</dd>
          </dl>
          <EmptyState title="No election covers your polling unit at the moment.">
            This page shows the deadline and the way to send the result sheet as soon as there is one.
          </EmptyState>
        </Panel>
      )}
      <UnitPanel data={data} />
    </div>
  );
}
