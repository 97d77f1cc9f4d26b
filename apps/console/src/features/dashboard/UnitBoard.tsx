import { CONTEST_WORDS } from '@ec/contract/contest-days/contests';
import type { OfficerUnit } from '@ec/contract/dashboards/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { DESK_FOR_OFFICER, ORIGIN_WORDS } from '@ec/contract/second-entry/desk-words';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Fact, Facts } from '../../components/figure/Facts.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { Note } from '../../components/page/Note.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { ContactLine } from '../../domain/performance/AreaParts.tsx';
import { areaPath } from '../../domain/places/area-path.ts';
import { byContestDay, useContestSheets } from '../../domain/sending/contest-sheets.ts';
import { useSheet } from '../../domain/sending/use-sending.ts';
import { SOURCE_WORDS } from '../../domain/results/labels.ts';
import { draftSlot } from '../../lib/device/drafts.ts';
import { formatDay, formatExact, formatNumber } from '../../lib/format/format.ts';
import { useServerNow } from '../../lib/hooks/use-now.ts';
import { mayOpen } from '../../lib/session/may-open.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import styles from './dashboard.module.css';
import { countdown, nextStep, submissionState, type UnitElection } from './next-step.ts';

/** The unit itself and whom to call. */
function UnitPanel({ data }: { data: OfficerUnit }) {
  const { unit, contact } = data;
  const where = unit.chain.filter(({ type }) => type === 'ward' || type === 'lga' || type === 'state').toReversed();
  return (
    <Panel title={unit.name} note={unit.code}>
      <div className={styles.facts}>
        <Facts>
          <Fact name="Where">{where.map(({ name }) => name).join(', ')}</Fact>
          <Fact name="Registered voters">
            {unit.registeredVoters === undefined ? 'Not in the register' : formatNumber(unit.registeredVoters)}
          </Fact>
          <Fact name="Count">{SOURCE_WORDS[data.source]}</Fact>
          <Fact name="Ward admin">
            <ContactLine contact={contact} none="Not assigned yet" />
          </Fact>
        </Facts>
      </div>
      <MayLink to={areaPath(unit)} className="act">
        All about your unit and what was sent
      </MayLink>
    </Panel>
  );
}

function ElectionPanel({ election, unit }: { election: UnitElection; unit: LocationId }) {
  const me = useCurrentMe();
  const waits = useSheet(draftSlot(me.user.id, election.id, unit))?.state === 'waiting';
  const { result } = election;
  const step = nextStep(election, me.electionMode);
  const sheet = `/submit-results?election=${election.id}`;
  const offered = step.submit && mayOpen(me, sheet);
  return (
    <Panel title={election.name} note={<StatusChip {...submissionState(election)} />}>
      <div className={styles.facts}>
        <Facts>
          <Fact name="Election day">{formatDay(election.electionDate)}</Fact>
          <Fact name="Deadline">
            <Deadline until={election.deadline} />
          </Fact>
          {result && (
            <Fact name={result.desk ? ORIGIN_WORDS.desk : 'Sent'}>
              version {result.version}, {formatExact(result.submittedAt)}
              <div className="hint">Receipt {result.submissionId}</div>
            </Fact>
          )}
        </Facts>
      </div>
      {result?.desk && <Note kind="warn">{DESK_FOR_OFFICER}</Note>}
      {result?.reason && (
        <Note kind={result.status === 'verified' ? 'info' : 'warn'}>
          <strong>{result.status === 'returned' ? 'Why it was returned' : 'Reason given'}</strong>
          <div>{result.reason}</div>
        </Note>
      )}
      <p className={`below-10 dim ${styles.text}`} style={{ marginTop: 10 }}>
        {waits ? 'The result waits on this phone, and is sent as soon as there is a network.' : step.text}
      </p>
      {step.replace && !waits && (
        <MayLink to={sheet} className="act">
          Replace what was sent
        </MayLink>
      )}
      {offered && (
        <Button component={Link} to={sheet} size="lg" fullWidth>
          {waits ? 'See what waits' : 'Submit Results Now'}
        </Button>
      )}
    </Panel>
  );
}

/** The contests of one day: how many sheets are sent, and the way to each. */
function DayPanel({ contests, unit }: { contests: readonly UnitElection[]; unit: LocationId }) {
  const me = useCurrentMe();
  const states = useContestSheets(me.user.id, unit, contests);
  const [first] = contests;
  if (!first) return null;
  const steps = contests.map((election) => nextStep(election, me.electionMode));
  const sheetOf = (election: UnitElection) => `/submit-results?election=${election.id}`;
  const at = contests.findIndex((_, index) => steps[index]?.submit && !states[index]?.waiting);
  const due = contests[at];
  const sent = states.filter((state) => state.sent).length;
  return (
    <Panel title={first.contestDay?.name} note={`${sent} of ${contests.length} sent`}>
      <div className={styles.facts}>
        <Facts>
          <Fact name="Election day">{formatDay(first.electionDate)}</Fact>
          <Fact name="Deadline">
            <Deadline until={(due ?? first).deadline} />
          </Fact>
        </Facts>
      </div>
      <ul className={`tight gap-4 below-10 ${styles.contests}`} aria-label="Sheets of your unit">
        {contests.map((election, index) => (
          <li key={election.id}>
            <div className="apart">
              <MayLink to={sheetOf(election)} className="act">
                {`${CONTEST_WORDS[election.type]} (${election.formCode})`}
              </MayLink>
              {states[index] && <StatusChip {...states[index]} />}
            </div>
            {election.result?.status === 'returned' && election.result.reason && (
              <div className="hint">Returned: {election.result.reason}</div>
            )}
          </li>
        ))}
      </ul>
      <p className={`below-10 dim ${styles.text}`}>
        {due ? steps[at]?.text : sent === contests.length ? 'All sheets of your unit are sent.' : steps[0]?.text}
      </p>
      {due && mayOpen(me, sheetOf(due)) && (
        <Button component={Link} to={sheetOf(due)} size="lg" fullWidth>
          {sent === 0 ? 'Submit Results Now' : `Next sheet: ${CONTEST_WORDS[due.type]}`}
        </Button>
      )}
    </Panel>
  );
}

/** The officer's own unit: how its submission stands, until when, and what to do next. */
export function UnitBoard({ data }: { data: OfficerUnit }) {
  return (
    <div className="stack">
      {byContestDay(data.elections).map((contests) => {
        const [first, ...others] = contests;
        if (!first) return null;
        return others.length > 0 ? (
          <DayPanel key={first.id} contests={contests} unit={data.unit.id} />
        ) : (
          <ElectionPanel key={first.id} election={first} unit={data.unit.id} />
        );
      })}
      {data.elections.length === 0 && (
        <Panel title="Submission" note={<StatusChip tone="off" label="Not reported" />}>
          <div className={styles.facts}>
            <Facts>
              <Fact name="Deadline">TBD</Fact>
            </Facts>
          </div>
          <EmptyState title="No election covers your polling unit at the moment.">
            This page shows the deadline and the way to send the result sheet as soon as there is one.
          </EmptyState>
        </Panel>
      )}
      <UnitPanel data={data} />
    </div>
  );
}

/** Countdown to the deadline for sheets. Screen readers get the time of the deadline, not each second. */
export function Deadline({ until }: { until: string }) {
  const left = countdown(until, useServerNow());
  return (
    <div>
      <p className="big above-2" role="timer" aria-live="off">
        {left ?? 'Passed'}
      </p>
      <div className="hint">
        {left ? 'left, until ' : 'It was at '}
        <time dateTime={until}>{formatExact(until)}</time>
      </div>
    </div>
  );
}
