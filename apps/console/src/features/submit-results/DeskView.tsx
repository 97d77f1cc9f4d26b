import type { Location } from '@ec/contract/geography/schemas';
import { resultSms } from '@ec/contract/results/sms';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { Note } from '../../components/page/Note.tsx';
import { draftSlot, dropDraft } from '../../lib/device/drafts.ts';
import { ageText, formatDate, formatDay, formatExact, formatNumber, formatTime } from '../../lib/format/format.ts';
import { useConnection } from '../../lib/stream/connection.ts';
import { useServerNow } from '../../lib/hooks/use-now.ts';
import type { ResultBody } from '../../domain/sending/sheet-outbox.ts';
import { outbox } from '../../domain/sending/sheets.ts';
import { byContestDay, isReceiptCurrent, useKeptSheet } from '../../domain/sending/contest-sheets.ts';
import { chooseElection, type Desk, type DeskElection, placeNames, timeLeft } from './api.ts';
import { carriedOver, Contests, NextSheet, useNextSheet } from './Contests.tsx';
import { OtherWays, type Sms } from './SideCards.tsx';
import { ReceiptView } from './ReceiptView.tsx';
import { SendingPanel } from './SendingPanel.tsx';
import { SentBefore } from './SentBefore.tsx';
import { SheetDesk } from './SheetDesk.tsx';
import { photoOutbox } from '../../domain/sending/photo-outbox.ts';
import { usePhoto, useSheet } from '../../domain/sending/use-sending.ts';
import { PartyLooks } from '../../domain/results/PartyLooks.tsx';

/** A smaller error of the clock is not shown. */
const CLOCK_WRONG_MS = 3 * 60_000;

/** Says that the phone's own clock does not count. */
function WrongClock() {
  const ahead = useConnection(({ clockAhead }) => clockAhead);
  if (Math.abs(ahead) < CLOCK_WRONG_MS) return null;
  return (
    <Note kind="info">
      The clock of this phone is {ageText(Math.abs(ahead))} {ahead > 0 ? 'fast' : 'slow'}. Deadlines and receipts go by
      the clock of the server.
    </Note>
  );
}

/** Of what is sent after the deadline; what a phone kept of an earlier server does not say whether it is taken. */
function lateWords({ late, lateTaken }: DeskElection): string {
  if (late || lateTaken) return 'What you send now is marked late.';
  return lateTaken === false
    ? 'Results are no longer taken.'
    : 'What you send now is marked late, if it is still taken.';
}

function Window({ election }: { election: DeskElection }) {
  const now = useServerNow(30_000);
  if (election.closed) {
    return (
      <Note kind="warn" role="status">
        {election.closed}
      </Note>
    );
  }
  const left = timeLeft(election.deadline, now);
  if (election.late || !left) {
    return (
      <Note kind="warn" role="status">
        The deadline was {formatExact(election.deadline)}. {lateWords(election)}
      </Note>
    );
  }
  return (
    <div className="quiet">
      Deadline {formatDate(election.deadline)} {formatTime(election.deadline)}: <strong>{left}</strong>
    </div>
  );
}

interface DeskViewProps {
  desk: Desk;
  unit: Location;
  userId: string;
}

/** The chosen election's sheet in the state it is in: to be typed, on its way, received, or sent before. */
export function DeskView({ desk, unit, userId }: DeskViewProps) {
  const [params, setParams] = useSearchParams();
  const kept = useKeptSheet(userId, unit.id, desk.elections);
  const election = chooseElection(desk.elections, params.get('election') ?? kept);
  if (!election) return null;
  const days = byContestDay(desk.elections);
  const contests = days.find((day) => day.includes(election)) ?? [election];
  // The last look names unit and election itself, so that it fits one screen.
  const lastLook = params.get('step') === 'check';
  // The sheet keeps its place among the children, so that what it shows is not mounted anew after the last look.
  return (
    <>
      {!lastLook && (
        <>
          <UnitCard unit={unit} />
          {contests.length > 1 && <UnitContests userId={userId} unit={unit} contests={contests} election={election} />}
          {days.length > 1 && (
            <label className="card pad">
              Election
              <select
                className="field above-4 full rounded-6"
                value={contests[0]?.id}
                onChange={(event) => setParams({ election: event.currentTarget.value }, { replace: true })}
              >
                {days.map(
                  ([first, ...others]) =>
                    first && (
                      <option key={first.id} value={first.id}>
                        {(others.length > 0 && first.contestDay?.name) || first.name}, {formatDay(first.electionDate)}
                        {others.length === 0 && `, form ${first.formCode}`}
                        {first.closed ? ' (closed)' : ''}
                      </option>
                    ),
                )}
              </select>
            </label>
          )}
          {contests.length === 1 && days.length === 1 && (
            <div className="card pad">
              <strong>{election.name}</strong>
              <div className="quiet">
                {formatDay(election.electionDate)} · form {election.formCode}
              </div>
            </div>
          )}
          <WrongClock />
          <Window election={election} />
          {election.closed && !election.result && <OtherWays wardAdmin={desk.wardAdmin} sms={null} />}
        </>
      )}
      <PartyLooks of={election}>
        <SheetOfUnit
          key={`${election.id}/${unit.id}`}
          desk={desk}
          election={election}
          contests={contests}
          unit={unit}
          userId={userId}
        />
      </PartyLooks>
    </>
  );
}

function UnitContests({ userId, unit, contests, election }: Omit<SheetOfUnitProps, 'desk'>) {
  const { states } = useNextSheet(userId, unit, contests, election);
  return <Contests contests={contests} current={election} states={states} />;
}

/** A result as a text message. It names no election, so it is offered only where there is one, on the day and of those that take results. */
function smsOf({ desk, election: { parties }, contests, unit }: Omit<SheetOfUnitProps, 'userId'>) {
  const { elections, resultSmsNumber } = desk;
  const meant = new Set([...contests, ...elections.filter(({ closed }) => !closed)]);
  return (body: ResultBody): Sms | null => {
    if (resultSmsNumber === '' || meant.size > 1) return null;
    const figures = { ...body, registeredVoters: body.registeredVoters ?? null };
    return { number: resultSmsNumber, text: resultSms(unit.code, figures, parties) };
  };
}

interface SheetOfUnitProps {
  desk: Desk;
  election: DeskElection;
  /** All that are held on its day, itself among them. */
  contests: readonly DeskElection[];
  unit: Location;
  userId: string;
}

function SheetOfUnit({ desk, election, contests, unit, userId }: SheetOfUnitProps) {
  const [params, setParams] = useSearchParams();
  const queryClient = useQueryClient();
  const slot = draftSlot(userId, election.id, unit.id);
  const sent = useSheet(slot);
  const { next } = useNextSheet(userId, unit, contests, election);
  const received = sent?.state === 'received';
  const photo = usePhoto(userId, sent?.receipt?.sheetSha256 ?? null);
  /** A photo that only this tab has: the one of the draft is then the last on the phone. */
  const unkept = photo !== null && photo.state !== 'received' && photoOutbox.atRisk();
  useEffect(() => {
    if (received && !unkept) void dropDraft(slot);
  }, [received, unkept, slot]);
  useEffect(() => {
    if (received) void queryClient.invalidateQueries({ queryKey: ['results', 'desk'] });
  }, [received, queryClient]);
  const overtaken = sent?.problem?.code === 'NEWER_VERSION';
  useEffect(() => {
    if (overtaken) void queryClient.invalidateQueries({ queryKey: ['results', 'desk'] });
  }, [overtaken, queryClient]);
  const receipt = sent?.receipt;
  const outdated = Boolean(receipt && !isReceiptCurrent(receipt, election.result));
  useEffect(() => {
    if (outdated) void outbox.remove(slot);
  }, [outdated, slot]);

  if (receipt && !outdated) {
    return (
      <ReceiptView
        receipt={receipt}
        result={election.result}
        takeoverAfter={desk.takeoverAfter}
        stored={election.result?.versions.find(({ version }) => version === receipt.version) ?? null}
        userId={userId}
        unit={`${unit.name} (${unit.code})`}
        figures={sent.body}
        parties={election.parties}
        mayReplace={!election.closed && election.result?.can.resubmit !== false}
        next={next}
        onSeen={() => void outbox.remove(slot)}
      />
    );
  }
  if (sent?.state === 'waiting') {
    return (
      <SendingPanel
        slot={slot}
        wardAdmin={desk.wardAdmin}
        sms={smsOf({ desk, election, contests, unit })}
        next={next}
      />
    );
  }
  const takenBack = sent?.state === 'held' || sent?.state === 'refused';
  const editing = params.get('edit') === '1' && election.result?.can.resubmit && !election.closed;
  if (election.result && !editing && !takenBack) {
    const edit = () => setParams({ election: election.id, edit: '1' });
    return (
      <>
        <NextSheet next={next} />
        <SentBefore
          election={election}
          result={election.result}
          userId={userId}
          wardAdmin={desk.wardAdmin}
          takeoverAfter={desk.takeoverAfter}
          onEdit={edit}
        />
      </>
    );
  }
  if (election.closed && !takenBack) return null;
  return (
    <SheetDesk
      // Empty once what was taken back is discarded.
      key={String(takenBack)}
      slot={slot}
      election={election}
      unit={unit}
      source={desk.source}
      userId={userId}
      carried={election.result ? null : carriedOver(userId, unit, contests, election)}
      refusal={sent?.problem ?? null}
      takenBack={
        sent && takenBack
          ? { body: sent.body, replaces: overtaken ? election.result?.version : sent.body.replaces }
          : null
      }
      photoSending={desk.photoSending}
    />
  );
}

/** The officer's unit and where it lies. */
export function UnitCard({ unit }: { unit: Location }) {
  const { ward, lga, state } = placeNames(unit);
  return (
    <section className="card pad" aria-label="Your polling unit">
      <p className="heading">
        {unit.name}, {ward}
      </p>
      <div className="quiet">
        {lga} · {state} · {unit.code} ·{' '}
        {unit.registeredVoters === undefined
          ? 'registered voters not in the register'
          : `${formatNumber(unit.registeredVoters)} registered`}
      </div>
    </section>
  );
}
