import type { CollationCounts } from '@ec/contract/collations/counts';
import { SegmentBar } from '../../components/figure/Bars.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { formatCount, formatNumber } from '../../lib/format/format.ts';
import styles from './collation.module.css';
import { collationNote, isStarted, LEVEL_WORDS, levelParts } from './words.ts';

interface CollationPanelProps {
  counts: CollationCounts;
  electionId: string;
  /** The code of the place, as the page of progress names it. */
  area: string;
  /** True where the reader enters a form of the place. */
  enters: boolean;
}

/** How far collation is in a place: the forms of each level that are in, and what is to be looked at. */
export function CollationPanel({ counts, electionId, area, enters }: CollationPanelProps) {
  const query = new URLSearchParams({ election: electionId, area });
  if (!isStarted(counts)) {
    return (
      <Panel title="Collation">
        <p className="dim">
          No collation form has been entered yet.
          {counts.agents ? ` ${formatCount(counts.agents, 'agent is', 'agents are')} assigned to centres.` : ''}{' '}
          {enters && <MayLink to="/collations">Enter a form</MayLink>}
        </p>
      </Panel>
    );
  }
  return (
    <Panel
      title="Collation"
      note={collationNote(counts) || undefined}
      actions={<MayLink to={`/collations/progress?${query}`}>Progress of collation</MayLink>}
    >
      <ul className={styles.levels} aria-label="Forms by level">
        {counts.levels.map((level) => (
          <li key={level.level}>
            <div className={styles.head}>
              <strong>{level.formCode}</strong>
              <span className={styles.figure}>
                {formatNumber(level.in)} of {formatNumber(level.expected)} in
              </span>
            </div>
            <div className="hint">{LEVEL_WORDS[level.level]}</div>
            <SegmentBar
              label={`Forms ${level.formCode}`}
              segments={[
                { tone: 'ok', label: 'Verified', value: level.verified },
                { tone: 'wait', label: 'Awaiting review', value: level.pending },
                { tone: 'bad', label: 'Disputed', value: level.disputed },
              ]}
              whole={level.expected}
            />
            <div className="hint">{levelParts(level).join(' · ')}</div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
