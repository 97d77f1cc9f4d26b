import type { ResultDetail } from '@ec/contract/results/schemas';
import { Button, Kbd } from '@mantine/core';
import { useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Note } from '../../components/page/Note.tsx';
import { formatCount } from '../../lib/format/format.ts';
import { useKeyDown } from '../../lib/hooks/focus.ts';
import type { Decision } from './api.ts';
import { decisionLabel, DECISIONS, isDecided } from './decisions.ts';
import styles from './ReviewPage.module.css';
import { TakeOver } from './Takeover.tsx';

const SWITCH_KEY = 'ec.review.shortcuts';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null
  );
}

/** Single keys for acts that are done hundreds of times a night. They can be switched off: a stray key must not decide. */
function useShortcuts(keys: Partial<Record<string, () => void>>) {
  const [on, setOn] = useState(() => localStorage.getItem(SWITCH_KEY) !== 'off');
  useKeyDown((event) => {
    if (!on || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const act = keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  });
  const turn = (next: boolean) => {
    localStorage.setItem(SWITCH_KEY, next ? 'on' : 'off');
    setOn(next);
  };
  return { on, turn };
}

/** Where the reader goes on, in words. */
export interface Next {
  to: string;
  label: string;
}

interface DecisionBarProps {
  result: ResultDetail;
  /** Null where none is found among the first that wait. */
  next: Next | null;
  /** How many results wait for the reader. */
  more: number;
  onChoose: (decision: Decision) => void;
}

const ORDER: Decision[] = ['verify', 'return', 'dispute', 'cancel'];
/** Shown as not available, with the reason beside them, to a reader who could have sent the version. */
const REFUSED: Decision[] = ['verify', 'return'];

/** The decisions that the reader could have taken, had they nothing to do with the sending, and why they may not. */
function Refused({ result }: { result: ResultDetail }) {
  const reason = useId();
  if (!result.can.refusal) return null;
  return (
    <>
      <Note kind="warn">
        <span id={reason}>{result.hint ?? result.can.refusal.reason}</span>
      </Note>
      <div className={styles.row}>
        {REFUSED.map((decision) => (
          <Button key={decision} size="lg" px="xs" variant="default" disabled aria-describedby={reason}>
            {decisionLabel(decision, result)}
          </Button>
        ))}
      </div>
    </>
  );
}

/** What the person may do with the result now, and the way to the next one. */
export function DecisionBar({ result, next, more, onChoose }: DecisionBarProps) {
  const navigate = useNavigate();
  const open = ORDER.filter((decision) => result.can[decision]);
  const goNext = next ? () => void navigate(next.to) : undefined;
  const keys: Partial<Record<string, () => void>> = { ...(goNext && { n: goNext }) };
  for (const decision of open) {
    const { key } = DECISIONS[decision];
    if (key) keys[key] = () => onChoose(decision);
  }
  const shortcuts = useShortcuts(keys);
  const [first, ...others] = open;
  const decided = isDecided(result);
  const button = (decision: Decision) => (
    <Button
      key={decision}
      size="lg"
      px="xs"
      variant={decision === 'verify' ? 'filled' : 'default'}
      {...(DECISIONS[decision].danger && { c: 'var(--ec-bad)' })}
      onClick={() => onChoose(decision)}
    >
      {decisionLabel(decision, result)}
    </Button>
  );
  return (
    <>
      {/* Not in the bar: with large letters it would leave no room for the figures. */}
      <TakeOver result={result} />
      <div className={styles.footer}>
        {decided && next && (
          <Button size="lg" component={Link} to={next.to}>
            {next.label}
          </Button>
        )}
        <Refused result={result} />
        {first && <div className={styles.row}>{button(first)}</div>}
        {others.length > 0 && <div className={styles.row}>{others.map(button)}</div>}
        {decided && !next && (
          <span className="quiet">
            {more > 0 ? (
              <Link
                to={`/review?${new URLSearchParams({ election: result.electionId, source: result.source, status: 'submitted' })}`}
              >
                {formatCount(more, 'result waits', 'results wait')} for your decision
              </Link>
            ) : (
              'No other unit waits for your decision.'
            )}
          </span>
        )}
        <div className={styles.legend}>
          {Object.keys(keys).length > 0 && (
            <>
              {open.map((decision) => {
                const { key, label } = DECISIONS[decision];
                return (
                  key && (
                    <span key={key}>
                      <Kbd>{key}</Kbd> {label}
                    </span>
                  )
                );
              })}
              {goNext && (
                <span>
                  <Kbd>n</Kbd> {next?.label}
                </span>
              )}
            </>
          )}
          <label>
            <input
              type="checkbox"
              checked={shortcuts.on}
              onChange={(event) => shortcuts.turn(event.currentTarget.checked)}
            />{' '}
            Keyboard shortcuts
          </label>
        </div>
      </div>
    </>
  );
}
