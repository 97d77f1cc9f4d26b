import type { Basis } from '@ec/contract/base/common';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Segmented } from '../../../components/form/Segmented.tsx';
import { Near } from '../../../components/figure/Near.tsx';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { latePart } from '../../../components/page/late-part.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { BASIS_WORD } from '../../../domain/results/labels.ts';
import { formatMinute, formatNumber, formatPercent } from '../../../lib/format/format.ts';
import { historyQuery, type LiveSubject } from '../api.ts';
import { pointsOf } from '../figures.ts';

const HEIGHT = 300;
const place = <Skeleton height={HEIGHT} />;
const ReportedLine = latePart(async () => (await import('./HistoryCharts.tsx')).ReportedLine, 'The chart', place);
const ShareLines = latePart(async () => (await import('./HistoryCharts.tsx')).ShareLines, 'The chart', place);

const VIEWS = [
  { value: 'reported', label: 'Results' },
  { value: 'shares', label: 'Lead' },
];

interface HistoryPanelProps {
  subject: LiveSubject;
  basis: Basis;
  /** The only party shown; empty for all. */
  party: string;
}

/** How the count came about: results so far, and the shares of the strongest parties over time. */
export function HistoryPanel({ subject, basis, party }: HistoryPanelProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(historyQuery(subject));
  const [view, setView] = useState('reported');
  const parties = data ? data.parties.filter((each) => party === '' || each === party) : [];
  const points = data ? pointsOf(data, basis) : [];
  const counted = points.some(({ results }) => results > 0);
  // Until the answer is there, the figures of the place before stand in its place.
  const { electionId, source, area } = subject;
  const about = [electionId, source, area, basis, party, view, isPlaceholderData].join(' ');
  const title = view === 'reported' ? 'Results over time' : 'Vote share over time';
  const note = `${BASIS_WORD[basis]}, by when ${basis === 'verified' ? 'they were verified' : 'they were sent'}`;
  return (
    <Panel
      title={title}
      note={note}
      actions={<Segmented size="xs" aria-label="Over time" data={VIEWS} value={view} onChange={setView} />}
    >
      {!data && error && <ErrorView title="The history could not be loaded" error={error} onRetry={refetch} />}
      {!data && !error && place}
      {data && !counted && <EmptyState title="No result is counted yet" />}
      {data && counted && (
        <>
          <Near height={HEIGHT} subject={about}>
            {view === 'reported' ? <ReportedLine points={points} /> : <ShareLines points={points} parties={parties} />}
          </Near>
          <VisuallyHidden>
            <table>
              <caption>{`${title}, ${note}`}</caption>
              <thead>
                <tr>
                  <th scope="col">Until</th>
                  <th scope="col">Results</th>
                  {parties.map((each) => (
                    <th key={each} scope="col">{`${each}, share of valid votes`}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {points.map(({ at, results, shares }) => (
                  <tr key={at}>
                    <th scope="row">{formatMinute(at)}</th>
                    <td>{formatNumber(results)}</td>
                    {parties.map((each) => (
                      <td key={each}>{shares[each] === undefined ? '–' : formatPercent(shares[each])}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </VisuallyHidden>
          <p className="hint above-8">Results as they are now: a corrected one counts from its last version.</p>
        </>
      )}
    </Panel>
  );
}
