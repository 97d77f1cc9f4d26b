import { CONTEST_WORDS } from '@ec/contract/contest-days/contests';
import type { Location } from '@ec/contract/geography/schemas';
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { type SheetState, useContestSheets } from '../../domain/sending/contest-sheets.ts';
import { outbox } from '../../domain/sending/sheets.ts';
import { draftSlot } from '../../lib/device/drafts.ts';
import { formatDay } from '../../lib/format/format.ts';
import styles from './Contests.module.css';
import type { DeskElection } from './api.ts';
import type { Typed } from './figures.ts';

interface ContestsProps {
  contests: readonly DeskElection[];
  current: DeskElection;
  states: readonly SheetState[];
}

/** The sheets of the unit, one a contest: which are sent, and which one is on the screen. */
export function Contests({ contests, current, states }: ContestsProps) {
  const nav = useRef<HTMLElement>(null);
  const shown = useRef(current.id);
  useEffect(() => {
    if (shown.current === current.id) return;
    shown.current = current.id;
    window.scrollTo(0, 0);
    nav.current?.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
  }, [current.id]);
  const sent = states.filter((state) => state.sent).length;
  return (
    <nav ref={nav} className={styles.contests} aria-label="Sheets of this unit">
      <p className={styles.head}>
        {current.contestDay?.name}, {formatDay(current.electionDate)}:{' '}
        <strong>{`${sent} of ${contests.length} sent`}</strong>
      </p>
      <ul className={styles.list}>
        {contests.map(({ id, type, formCode }, index) => (
          <li key={id}>
            <Link
              className={styles.contest}
              to={{ search: `?election=${id}` }}
              replace
              {...(id === current.id && { 'aria-current': 'page' as const })}
            >
              <span className="bold">{CONTEST_WORDS[type]}</span>
              <span className="hint">
                {formCode}
                <br />
                {states[index]?.label}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The sheet that comes after this one: the first of the unit that is still to be sent. */
export function useNextSheet(userId: string, unit: Location, contests: readonly DeskElection[], current: DeskElection) {
  const states = useContestSheets(userId, unit.id, contests);
  const next = contests.find(
    ({ id, closed }, index) => id !== current.id && !closed && !states[index]?.sent && !states[index]?.waiting,
  );
  return { states, next: next ?? null };
}

export function NextSheet({ next }: { next: DeskElection | null }) {
  if (!next) return null;
  return (
    <Button component={Link} to={{ search: `?election=${next.id}` }} size="lg" fullWidth style={{ flex: 'none' }}>
      Next sheet: {CONTEST_WORDS[next.type]}
    </Button>
  );
}

/** The voters of another sheet of the unit, as they are typed into this one. */
export interface Carried {
  from: string;
  typed: Typed;
}

/** Voters are accredited once for all contests: what stands on the sheet that was sent first is carried over to the others. */
export function carriedOver(
  userId: string,
  unit: Location,
  contests: readonly DeskElection[],
  current: DeskElection,
): Carried | null {
  for (const { id, type, result } of contests) {
    if (id === current.id || result?.status === 'cancelled') continue;
    const sent = outbox.item(draftSlot(userId, id, unit.id))?.body ?? result;
    if (!sent) continue;
    const registered = sent.registeredVoters ?? null;
    // What the register says is not typed: the field shows it by itself.
    const typed = registered !== null && registered !== (unit.registeredVoters ?? null);
    return {
      from: CONTEST_WORDS[type],
      typed: {
        accreditedVoters: String(sent.accreditedVoters),
        ...(typed && { registeredVoters: String(registered) }),
      },
    };
  }
  return null;
}
