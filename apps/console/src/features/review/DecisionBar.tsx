import type { ResultDetail } from '@ec/contract/results';
import { Button, Kbd } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import type { Decision } from './api.ts';
import { decisionLabel, DECISIONS, isDecided } from './decisions.ts';
import styles from './ReviewPage.module.css';
import { useShortcuts } from './use-shortcuts.ts';

interface DecisionBarProps {
  result: ResultDetail;
  /** Address of the next unit that waits; null when none does. */
  next: string | null;
  onChoose: (decision: Decision) => void;
}

const ORDER: Decision[] = ['verify', 'return', 'dispute', 'cancel'];

/** What the person may do with the result now, and the way to the next one. */
export function DecisionBar({ result, next, onChoose }: DecisionBarProps) {
  const navigate = useNavigate();
  const open = ORDER.filter((decision) => result.can[decision]);
  const goNext = next ? () => void navigate(next) : undefined;
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
    <div className={styles.footer}>
      {decided && next && (
        <Button size="lg" component={Link} to={next}>
          Next waiting unit
        </Button>
      )}
      {first && <div className={styles.row}>{button(first)}</div>}
      {others.length > 0 && <div className={styles.row}>{others.map(button)}</div>}
      {decided && !next && <span className={styles.quiet}>No other unit waits for review.</span>}
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
                <Kbd>n</Kbd> Next waiting unit
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
  );
}
