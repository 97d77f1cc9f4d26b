import { formatClock, formatExact } from '../../lib/format/format.ts';
import { choosesSource, useCountChoice } from '../elections/count-choice.ts';
import { SOURCE_WORDS } from '../results/labels.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import styles from './performance.module.css';
import type { AreaHead } from './words.ts';

type HeadPart = Pick<AreaHead, 'area' | 'election' | 'elections' | 'source' | 'asOf'>;

interface CountContextProps {
  head: HeadPart;
  /** What to say of the place, where its name is the title already. */
  place?: string;
}

/**
 * The line below the title: of which place, election and count the figures are, on which basis, and of when. Where there
 * is a choice of elections it stands beside the title and says which one it is.
 */
export function CountContext({ head, place = head.area.name }: CountContextProps) {
  const { election, elections, source, asOf } = head;
  const name = election ? election.name : 'No election is live or completed here';
  const what = elections.length > 1 && election ? place : `${place} · ${name}`;
  const words = `${what} · ${SOURCE_WORDS[source]}, provisional`;
  return (
    <>
      {words} · updated{' '}
      <time dateTime={asOf} title={formatExact(asOf)}>
        {formatClock(asOf)}
      </time>
    </>
  );
}

const SOURCES = [
  { value: 'official', label: 'Official' },
  { value: 'grassroots', label: 'Grassroots' },
] as const;

/** Election, where there are several, and count, for those who may see both. */
export function CountChooser({ head }: { head: HeadPart }) {
  const { user } = useCurrentMe();
  const { set } = useCountChoice();
  const { election, elections, source } = head;
  return (
    <>
      {elections.length > 1 && (
        <select
          aria-label="Election"
          className={styles.select}
          value={election?.id ?? ''}
          onChange={(event) => set({ election: event.currentTarget.value })}
        >
          {elections.map(({ id, name, status }) => (
            <option key={id} value={id}>
              {name} ({status})
            </option>
          ))}
        </select>
      )}
      {election && choosesSource(user.role) && (
        <fieldset className={styles.segments}>
          <legend className="spoken">Source</legend>
          {SOURCES.map(({ value, label }) => (
            <label key={value} data-chosen={source === value || undefined}>
              <input
                type="radio"
                name="source"
                value={value}
                checked={source === value}
                onChange={() => set({ source: value })}
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}
