import type { Basis } from '@ec/contract/base/common';
import type { WallScreen } from '@ec/contract/walls/schemas';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMaximize, IconMinimize, IconMoon, IconSun } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useFiguresAge } from '../../domain/results/FiguresAge.tsx';
import { BASIS_WORD } from '../../domain/results/labels.ts';
import { ageText, formatClock, formatDay, formatExact } from '../../lib/format/format.ts';
import { useKeyDown } from '../../lib/hooks/focus.ts';
import { useNow } from '../../lib/hooks/use-now.ts';
import styles from './wall-header.module.css';
import wall from './wall.module.css';

function toggle(): void {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  // Refused by the browser or its owner: the page stays as it is.
  change.catch(() => undefined);
}

/** Full screen by a button or the F key, where the browser has it. */
function useFullScreen(): { possible: boolean; full: boolean; toggle: () => void } {
  const possible = document.fullscreenEnabled === true;
  const [full, setFull] = useState(() => Boolean(document.fullscreenElement));
  useEffect(() => {
    if (!possible) return;
    const onChange = () => setFull(Boolean(document.fullscreenElement));
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, [possible]);
  useKeyDown((event) => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
    if (possible && plain && event.key.toLowerCase() === 'f') toggle();
  });
  return { possible, full, toggle };
}

interface WallHeaderProps {
  screen: WallScreen;
  basis: Basis;
  onBasis: (basis: Basis) => void;
  onElection: (id: string) => void;
}

const BASES = ['verified', 'provisional'] as const satisfies readonly Basis[];

/** Which election, on which basis, of when; and the few things that can be set at the screen. */
export function WallHeader({ screen, basis, onBasis, onElection }: WallHeaderProps) {
  const { room, system, name } = screen;
  const election = room?.election;
  return (
    <header className={styles.header}>
      <div className={styles.what}>
        <h1 className="clip">{election?.name ?? system.systemName}</h1>
        <div className={styles.context}>
          {election && `${formatDay(election.electionDate)} · Official count · `}
          {name}
          {system.rehearsal && <span className={styles.rehearsal}>Rehearsal</span>}
        </div>
      </div>
      <div className={styles.controls}>
        {room && election && room.elections.length > 1 && (
          <select
            aria-label="Election"
            className={`${wall.select} ${styles.chooser}`}
            value={election.id}
            onChange={(event) => onElection(event.currentTarget.value)}
          >
            {room.elections.map(({ id, name: each }) => (
              <option key={id} value={id}>
                {each}
              </option>
            ))}
          </select>
        )}
        {election && (
          <fieldset className={styles.bases}>
            <legend className="spoken">Basis</legend>
            {BASES.map((value) => (
              <label key={value} data-chosen={basis === value || undefined}>
                <input
                  type="radio"
                  name="basis"
                  value={value}
                  checked={basis === value}
                  onChange={() => onBasis(value)}
                />
                {BASIS_WORD[value]}
              </label>
            ))}
          </fieldset>
        )}
        <Buttons />
      </div>
      <div className={`fixed right ${styles.times}`}>
        <Clock />
        {room && <Updated asOf={room.asOf} />}
      </div>
    </header>
  );
}

function Buttons() {
  const { possible, full, toggle } = useFullScreen();
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const dark = useComputedColorScheme('light') === 'dark';
  const SizeIcon = full ? IconMinimize : IconMaximize;
  const SchemeIcon = dark ? IconSun : IconMoon;
  return (
    <>
      <button
        type="button"
        className={wall.button}
        aria-label={dark ? 'Light colours' : 'Dark colours'}
        onClick={() => setColorScheme(dark ? 'light' : 'dark')}
      >
        <SchemeIcon size="1.3em" aria-hidden />
      </button>
      {possible && (
        <button type="button" className={wall.button} aria-keyshortcuts="F" onClick={toggle}>
          <SizeIcon size="1.3em" aria-hidden /> {full ? 'Leave full screen' : 'Full screen'}
        </button>
      )}
    </>
  );
}

function Clock() {
  const now = useNow();
  return (
    <time className={styles.clock} dateTime={new Date(now).toISOString()}>
      {formatClock(now)}
    </time>
  );
}

function Updated({ asOf }: { asOf: string }) {
  const age = useFiguresAge(asOf);
  return (
    <div className={styles.updated} title={formatExact(asOf)}>
      figures of {formatClock(asOf)}, {ageText(age)} ago
    </div>
  );
}
