import { Segmented } from '../../components/form/Segmented.tsx';
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
  const { basis } = useCountChoice();
  const { election, elections, source, asOf } = head;
  const name = election ? election.name : 'No election is live or completed here';
  const what = elections.length > 1 && election ? place : `${place} · ${name}`;
  const words = `${what} · ${SOURCE_WORDS[source]}, ${basis}`;
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

const BASES = [
  { value: 'verified', label: 'Verified' },
  { value: 'provisional', label: 'Provisional' },
] as const;

/** Election, where there are several, count, for those who may see both, and basis. */
export function CountChooser({ head }: { head: HeadPart }) {
  const { user } = useCurrentMe();
  const { basis, set } = useCountChoice();
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
        <Segmented aria-label="Source" data={SOURCES} value={source} onChange={(next) => set({ source: next })} />
      )}
      {election && (
        <Segmented aria-label="Basis" data={BASES} value={basis} onChange={(next) => set({ basis: next })} />
      )}
    </>
  );
}
