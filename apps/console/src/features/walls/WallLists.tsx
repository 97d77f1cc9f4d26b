import { FLAG_TEXT } from '@ec/contract/results/sheet';
import { ORIGIN_WORDS } from '@ec/contract/second-entry/desk-words';
import type { SituationRoom } from '@ec/contract/situation-room/schemas';
import { IconPlayerPause, IconPlayerPlay, IconPlayerSkipForward } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { silentUnits } from '../../domain/results/coverage.ts';
import { RESULT_STATUS } from '../../domain/results/labels.ts';
import { PartyMark } from '../../domain/results/PartyLooks.tsx';
import { formatClock, formatNumber, formatShare, formatWhen } from '../../lib/format/format.ts';
import styles from './wall.module.css';

/** Long enough to read a panel across a room. */
const TURN_MS = 20_000;

/** Whether the user prefers reduced motion. */
const wantsLessMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The panel to show, in rotation; it does not rotate when paused, or from the start with reduced motion. */
function useRotation(count: number) {
  const [index, setIndex] = useState(0);
  const [paused, setPaused] = useState(wantsLessMotion);
  useEffect(() => {
    if (paused) return;
    const timer = setInterval(() => setIndex((old) => old + 1), TURN_MS);
    return () => clearInterval(timer);
  }, [paused, index]);
  return {
    index: count > 0 ? index % count : 0,
    paused,
    toggle: () => setPaused((old) => !old),
    next: () => setIndex((old) => (old + 1) % count),
  };
}

interface Line {
  key: string;
  name: string;
  where: string;
  right: ReactNode;
  note: string;
  /** Where the figures come from, if not from the officer: a line of its own is never cut off. */
  origin?: string | undefined;
}

interface List {
  title: string;
  none: string;
  lines: Line[];
}

const place = ({ ward, lga, state }: { ward: string; lga: string; state: string }) => `${ward}, ${lga}, ${state}`;

const originOf = ({ desk }: { desk: boolean }) => (desk ? ORIGIN_WORDS.desk : undefined);

/** The rotating panels at the right of the screen. */
function listsOf(room: SituationRoom): List[] {
  const silent = room.states
    .filter(({ coverage }) => silentUnits(coverage) > 0)
    .toSorted((a, b) => silentUnits(b.coverage) - silentUnits(a.coverage));
  return [
    {
      title: 'Results as they come in',
      none: 'No results yet',
      lines: room.feed.map((item) => ({
        key: `${item.id} ${item.timestamp}`,
        name: item.unit,
        where: place(item),
        right: <PartyMark party={item.leading} />,
        note: `${RESULT_STATUS[item.status].label}, ${formatClock(item.timestamp)}`,
        origin: originOf(item),
      })),
    },
    {
      title: `Open disputes, ${formatNumber(room.disputes.open)}`,
      none: 'No dispute is open',
      lines: room.disputes.newest.map((dispute) => ({
        key: dispute.id,
        name: dispute.unit,
        where: place(dispute),
        right: formatWhen(dispute.raisedAt),
        note: dispute.assigned ? 'assigned' : 'unassigned',
      })),
    },
    {
      title: `Flagged results, ${formatNumber(room.alerts.total)}`,
      none: 'No result is flagged',
      lines: room.alerts.newest.map((alert) => ({
        key: alert.id,
        name: alert.unit,
        where: place(alert),
        right: formatWhen(alert.at),
        note: alert.codes.map((code) => FLAG_TEXT[code].replace(/[:(].*$/, '').trim()).join(', '),
        origin: originOf(alert),
      })),
    },
    {
      title: `Silent units, ${formatNumber(silentUnits(room.coverage))}`,
      none: 'Every unit has reported',
      lines: silent.map(({ area, coverage }) => ({
        key: area.code,
        name: area.name,
        where: `${formatShare(coverage.reported, coverage.units)} of ${formatNumber(coverage.units)} units reported`,
        right: formatNumber(silentUnits(coverage)),
        note: 'silent',
      })),
    },
  ];
}

/** Feed, disputes, flagged results and silent units in rotation; users can pause it and step through. */
export function WallLists({ room }: { room: SituationRoom }) {
  const lists = listsOf(room);
  const { index, paused, toggle, next } = useRotation(lists.length);
  const list = lists[index];
  const Icon = paused ? IconPlayerPlay : IconPlayerPause;
  if (!list) return null;
  return (
    <section className={styles.panel} style={{ gridArea: 'lists' }} aria-label={list.title}>
      <div className={styles.panelHead}>
        <h2>{list.title}</h2>
        <div className={styles.turns}>
          <span className="dim">
            {index + 1} of {lists.length}
          </span>
          <button
            type="button"
            className={styles.button}
            aria-label={paused ? 'Let the lists take turns' : 'Hold this list'}
            onClick={toggle}
          >
            <Icon size="1.2em" aria-hidden />
          </button>
          <button type="button" className={styles.button} aria-label="Next list" onClick={next}>
            <IconPlayerSkipForward size="1.2em" aria-hidden />
          </button>
        </div>
      </div>
      {list.lines.length === 0 ? (
        <p className="dim">{list.none}</p>
      ) : (
        <ul className={styles.lines}>
          {list.lines.map(({ key, name, where, right, note, origin }) => (
            <li key={key}>
              <div className={`bold ${styles.line}`}>
                <span>{name}</span>
                <span>{right}</span>
              </div>
              <div className={styles.below}>
                <span>{where}</span>
                <span>{note}</span>
              </div>
              {origin && <div className="dim">{origin}</div>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
