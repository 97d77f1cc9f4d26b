import { isEarlierCheck, UNUSUAL_CHECKS, type UnusualCheck } from '@ec/contract/unusual/checks';
import type { EarlierElection } from '@ec/contract/unusual/earlier';
import type { CheckSettings } from '@ec/contract/unusual/settings';
import { CHECK_WORDS } from '@ec/contract/unusual/words';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { ProgressBar } from '../../../components/figure/Bars.tsx';
import { type Column, DataTable } from '../../../components/list/DataTable.tsx';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { formatCount, formatNumber } from '../../../lib/format/format.ts';
import { type TrialSums, useTrial } from './checks-api.ts';

interface TrialPanelProps {
  /** As they are being edited; null while a threshold is wrong. */
  checks: CheckSettings | null;
  /** The earlier election that is chosen for comparisons; '' for none. */
  earlierId: string;
  elections: readonly EarlierElection[];
}

interface Row {
  check: UnusualCheck;
  words: string;
  tests: string;
}

const inHundred = (marked: number, units: number) => ((100 * marked) / units).toFixed(1);

/** "Would have marked 1,013 of 43,707 units (2.3 in 100)." */
function rowOf(check: UnusualCheck, { found }: TrialSums): Row {
  const one = found.get(check);
  if (!one) {
    return { check, words: 'Not tried: it needs the results of an election before the one it is tried on.', tests: '' };
  }
  const { tests, units, marked } = one;
  return {
    check,
    words:
      units === 0
        ? 'No unit could be tested'
        : `Would have marked ${formatNumber(marked)} of ${formatCount(units, 'unit')} (${inHundred(marked, units)} in 100)`,
    tests: formatNumber(tests),
  };
}

const COLUMNS: Column<Row>[] = [
  { key: 'check', header: 'Check', cell: ({ check }) => CHECK_WORDS[check] },
  { key: 'marked', header: 'Units', cell: ({ words }) => words },
  { key: 'tests', header: 'Tests made', numeric: true, cell: ({ tests }) => tests },
];

/** What the election of a trial is compared with: the chosen one where it was before it, else the latest before it. */
function besideOf(
  sample: EarlierElection,
  earlierId: string,
  elections: readonly EarlierElection[],
): EarlierElection | undefined {
  const before = elections.filter(({ electionDate }) => electionDate < sample.electionDate);
  return before.find(({ id }) => id === earlierId) ?? before[0];
}

/** Tries the checks as they are being edited on an earlier election, before they are saved. */
export function TrialPanel({ checks, earlierId, elections }: TrialPanelProps) {
  const [chosen, setChosen] = useState('');
  const [tried, setTried] = useState<CheckSettings | null>(null);
  const { sums, running, error, start, stop } = useTrial();
  const sample = elections.find(({ id }) => id === chosen) ?? elections[0];
  if (!sample) return null;
  const beside = besideOf(sample, earlierId, elections);
  const run = () => {
    if (!checks) return;
    setTried(checks);
    void start({ sampleId: sample.id, earlierId: beside?.id ?? null, checks });
  };
  const moved = sums !== null && !running && JSON.stringify(tried) !== JSON.stringify(checks);
  const shown = UNUSUAL_CHECKS.filter((check) => !isEarlierCheck(check) || elections.length > 1);
  return (
    <Panel title="Trial" note="With the thresholds above, saved or not">
      <div className="stack">
        <NativeSelect
          label="Try on"
          description="What they would have marked. Nothing is stored."
          value={sample.id}
          disabled={running}
          data={elections.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <div className="row">
          {running ? (
            <Button variant="default" onClick={stop}>
              Stop the trial
            </Button>
          ) : (
            <Button variant="default" disabled={checks === null} onClick={run}>
              Try the checks
            </Button>
          )}
          {checks === null && <span className="quiet">Correct the thresholds first.</span>}
          {moved && (
            <span className="quiet" role="status">
              The thresholds changed since this trial.
            </span>
          )}
        </div>
        {error && <ErrorView title="The trial could not be made" error={error} onRetry={run} />}
        {sums && running && (
          <ProgressBar
            label="Trial of the checks"
            share={sums.done / sums.of}
            text={`${formatNumber(sums.done)} of ${formatCount(sums.of, 'region')}, ${formatCount(sums.results, 'result')}`}
          />
        )}
        {sums && !error && sums.done > 0 && (
          <div role="status">
            <p className="quiet">
              {sums.done === sums.of ? '' : `${formatNumber(sums.done)} of ${formatCount(sums.of, 'region')} so far. `}
              {formatCount(sums.results, 'result')} of {sample.name}
              {beside && `, compared with ${beside.name}`}.
            </p>
            <DataTable
              label="Trial of the checks"
              columns={COLUMNS}
              rows={shown.map((check) => rowOf(check, sums))}
              rowKey={({ check }) => check}
              empty={null}
            />
          </div>
        )}
      </div>
    </Panel>
  );
}
