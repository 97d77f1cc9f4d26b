import type { Election } from '@ec/contract/elections/schemas';
import { NATION } from '@ec/contract/geography/location-id';
import { SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Page } from '../../components/page/Page.tsx';
import { formatDay, formatExact } from '../../lib/format/format.ts';
import { useOptionsNear } from '../../lib/hooks/use-options-near.ts';
import { clockSkew } from '../../lib/format/ago.ts';
import { compareQuery, feedQuery, type LiveSubject, summaryQuery } from './api.ts';
import { AreaFilters } from './AreaFilters.tsx';
import { Breadcrumb } from './Breadcrumb.tsx';
import { CompareBoard } from './CompareBoard.tsx';
import { CountBoard } from './CountBoard.tsx';
import { ExportButton } from './ExportButton.tsx';
import { BASIS_WORD, SOURCE_WORDS } from '../../domain/results/labels.ts';
import type { LiveState } from './live-state.ts';
import styles from './live.module.css';
import { LiveIndicator } from './LiveIndicator.tsx';
import { useLiveUpdates } from './use-live-updates.ts';

interface LiveBoardProps extends LiveState {
  election: Election;
  elections: readonly Election[];
}

const VIEWS = [
  { value: 'official', label: 'Official' },
  { value: 'grassroots', label: 'Grassroots' },
  { value: 'compare', label: 'Side by side' },
];
const BASES = [
  { value: 'verified', label: 'Verified' },
  { value: 'provisional', label: 'Provisional' },
];

/** The page for one election. */
export function LiveBoard({ election, elections, ...live }: LiveBoardProps) {
  const { state, set, linkTo } = live;
  const { view, areaId } = state;
  const compare = view === 'compare';
  const [paused, setPaused] = useState(false);
  const near = useOptionsNear();
  const subject: LiveSubject = {
    electionId: election.id,
    source: compare ? 'official' : view,
    area: areaId,
    paused,
  };
  useLiveUpdates({ electionId: election.id, view, area: areaId }, paused);
  // The same queries as the boards below: read here for the head of the page, fetched once.
  const summary = useQuery(summaryQuery(subject));
  const comparison = useQuery({ ...compareQuery(subject), enabled: compare });
  const { party, leading, status } = state;
  const feed = useQuery({ ...feedQuery(subject, { party, leading, status }), enabled: !compare });

  const area = summary.data?.area;
  const asOf = compare ? comparison.data?.asOf : summary.data?.asOf;
  const what = compare
    ? 'Official and grassroots counts'
    : `${SOURCE_WORDS[view]}, ${BASIS_WORD[state.basis].toLowerCase()}`;
  const skew = feed.data ? clockSkew(feed.data.asOf, feed.dataUpdatedAt) : 0;
  return (
    <Page
      title="Live Election Results"
      context={`${election.name} · ${area?.name ?? '…'} · ${formatDay(election.electionDate)} · ${what}`}
      actions={
        <>
          <SegmentedControl
            aria-label="Source"
            data={VIEWS}
            value={view}
            onChange={(next) => set({ view: next, sort: '' })}
          />
          {!compare && (
            <SegmentedControl
              aria-label="Basis"
              data={BASES}
              value={state.basis}
              onChange={(basis) => set({ basis })}
            />
          )}
          {!compare && <ExportButton subject={subject} state={state} electionName={election.name} />}
        </>
      }
    >
      <div className={styles.bar}>
        <Select
          {...near}
          className={styles.chooser}
          aria-label="Election"
          data={elections.map(({ id, name, status: now }) => ({ value: id, label: `${name} (${now})` }))}
          value={election.id}
          onChange={(id) => set({ election: id ?? '', party: '', leading: '', status: '' })}
          allowDeselect={false}
        />
        <LiveIndicator asOf={asOf} skew={skew} paused={paused} onPause={setPaused} />
      </div>
      {asOf && (
        <p data-print="only" className="para">
          Figures of {formatExact(asOf)}
        </p>
      )}
      <AreaFilters state={state} set={set} parties={compare ? [] : election.parties} />
      {(areaId !== NATION || compare) && <Breadcrumb areaId={areaId} chain={area?.chain ?? []} linkTo={linkTo} />}
      {compare ? (
        <CompareBoard electionId={election.id} paused={paused} {...live} />
      ) : (
        <CountBoard subject={subject} {...live} />
      )}
    </Page>
  );
}
