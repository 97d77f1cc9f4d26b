import type { Election } from '@ec/contract/elections/schemas';
import type { StreamMessage } from '@ec/contract/events/schemas';
import { chainOf, codeOf, type LocationId, type LocationType, NATION } from '@ec/contract/geography/location-id';
import type { LocationLink } from '@ec/contract/geography/schemas';
import { Button, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Segmented } from '../../components/form/Segmented.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { withQuery } from '../../domain/elections/count-choice.ts';
import { areaPath } from '../../domain/places/area-path.ts';
import { Page } from '../../components/page/Page.tsx';
import { BASIS_WORD, SOURCE_WORDS } from '../../domain/results/labels.ts';
import { clockSkew, formatDay, formatExact } from '../../lib/format/format.ts';
import { useOptionsNear } from '../../lib/hooks/draw-later.ts';
import { useRefresh } from '../../lib/hooks/use-refresh.ts';
import { useStreamMessage } from '../../lib/stream/stream.ts';
import { touchesArea } from '../../lib/stream/use-count-news.ts';
import { areasQuery, compareQuery, feedQuery, liveKey, type LiveSubject, summaryQuery } from './api.ts';
import { exportResults } from './export-results.ts';
import { AreaFilters } from './AreaFilters.tsx';
import { constituencyWords } from './AreaPanel.tsx';
import { CompareBoard } from './CompareBoard.tsx';
import { CountBoard } from './CountBoard.tsx';
import { areaChange, levelOf, type View } from './live-params.ts';
import { type LiveState, narrowedText } from './live-state.ts';
import styles from './live.module.css';
import { LiveIndicator } from './LiveIndicator.tsx';

interface Watched {
  electionId: string;
  view: View;
  area: LocationId;
}

/** Whether figures on the screen can differ after the message. */
export function concerns(message: Extract<StreamMessage, { type: 'results' }>, watched: Watched): boolean {
  if (message.electionId !== watched.electionId) return false;
  if (watched.view !== 'compare' && message.source !== watched.view) return false;
  return touchesArea(message, watched.area);
}

/** Reads the page's figures again when results change, at most once a second, and not at all while paused. */
function useLiveUpdates(watched: Watched, paused: boolean): void {
  const queryClient = useQueryClient();
  const { electionId } = watched;
  const refresh = useRefresh(liveKey(electionId), paused);
  useStreamMessage('results', (message) => {
    if (concerns(message, watched)) refresh();
  });
  useStreamMessage('elections', refresh);

  const before = useRef(paused);
  useEffect(() => {
    const resumed = before.current && !paused;
    before.current = paused;
    if (resumed) void queryClient.invalidateQueries({ queryKey: liveKey(electionId), refetchType: 'active' });
  }, [paused, queryClient, electionId]);
}

// Each answer of each second draws this page again: what does not show figures is left as it is.
const Counted = memo(CountBoard);
const Filters = memo(AreaFilters);
const Chooser = memo(ElectionChooser);
const NO_PARTIES: readonly string[] = [];

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
  // The button changes first; the board, whose queries pause, is drawn after it.
  const held = useDeferredValue(paused);
  const subject: LiveSubject = useMemo(
    () => ({ electionId: election.id, source: view === 'compare' ? 'official' : view, area: areaId, paused: held }),
    [election.id, view, areaId, held],
  );
  useLiveUpdates({ electionId: election.id, view, area: areaId }, paused);
  // The same queries as the boards below: read here for the head of the page, fetched once.
  const summary = useQuery(summaryQuery(subject));
  const rows = useQuery({ ...areasQuery(subject, levelOf(state)), enabled: !compare });
  const comparison = useQuery({ ...compareQuery(subject), enabled: compare });
  const { party, leading, status } = state;
  const feed = useQuery({ ...feedQuery(subject, { party, leading, status }), enabled: !compare });

  const area = summary.data?.area;
  const shown = compare ? comparison.data : rows.data && summary.data;
  const asOf = shown?.asOf;
  const what = compare
    ? 'Official and grassroots counts'
    : `${SOURCE_WORDS[view]}, ${BASIS_WORD[state.basis].toLowerCase()}`;
  const skew = feed.data ? clockSkew(feed.data.asOf, feed.dataUpdatedAt) : 0;
  return (
    <Page
      title="Live Election Results"
      context={`${area?.name ?? '…'} · ${formatDay(election.electionDate)} · ${what}${compare ? '' : narrowedText(state, constituencyWords(state, election.type)?.[1] ?? 'areas')}`}
      actions={
        <>
          <Segmented aria-label="Source" data={VIEWS} value={view} onChange={(next) => set({ view: next, sort: '' })} />
          {!compare && (
            <Segmented aria-label="Basis" data={BASES} value={state.basis} onChange={(basis) => set({ basis })} />
          )}
          {!compare && <ExportButton subject={subject} state={state} electionName={election.name} />}
        </>
      }
    >
      <div className={styles.bar}>
        <Chooser elections={elections} chosen={election.id} set={set} />
        <LiveIndicator asOf={asOf} skew={skew} paused={paused} onPause={setPaused} />
      </div>
      {asOf && (
        <p data-print="only" className="para">
          {election.name}. Figures of {formatExact(asOf)}
        </p>
      )}
      <Filters state={state} set={set} parties={compare ? NO_PARTIES : election.parties} />
      {areaId !== NATION && (
        <div className={styles.bar}>
          <Breadcrumb areaId={areaId} chain={area?.chain ?? []} linkTo={linkTo} />
          {area && <PlaceLink election={election.id} area={area} state={state} />}
        </div>
      )}
      {compare ? (
        <CompareBoard electionId={election.id} parties={election.parties} paused={paused} {...live} />
      ) : (
        <Counted subject={subject} electionType={election.type} {...live} />
      )}
    </Page>
  );
}

interface ElectionChooserProps extends Pick<LiveState, 'set'> {
  elections: readonly Election[];
  chosen: string;
}

function ElectionChooser({ elections, chosen, set }: ElectionChooserProps) {
  const near = useOptionsNear();
  return (
    <Select
      {...near}
      className={styles.chooser}
      aria-label="Election"
      data={elections.map(({ id, name, status }) => ({ value: id, label: `${name} (${status})` }))}
      value={chosen}
      onChange={(id) => set({ election: id ?? '', party: '', leading: '', status: '' })}
      allowDeselect={false}
    />
  );
}

interface PlaceLinkProps {
  election: string;
  area: { type: LocationType; code: string; name: string };
  state: LiveState['state'];
}

/** The way to the page of the place: progress, people and units of the same count on the same basis. */
function PlaceLink({ election, area, state }: PlaceLinkProps) {
  const path = areaPath(area);
  if (path === null) return null;
  const counted = state.view === 'compare' ? {} : { source: state.view, basis: state.basis };
  return <MayLink to={withQuery(path, { election, ...counted })}>Progress and people of {area.name}</MayLink>;
}

interface BreadcrumbProps {
  areaId: LocationId;
  /** Names known from the last answer; where one is missing its code stands in. */
  chain: readonly LocationLink[];
  linkTo: LiveState['linkTo'];
}

/** From the nation down to the area shown; each step leads there. */
function Breadcrumb({ areaId, chain, linkTo }: BreadcrumbProps) {
  const ids = chainOf(areaId);
  return (
    <nav aria-label="Area" className={styles.crumbs}>
      <ol>
        {ids.map((id) => {
          const name = chain.find((link) => link.id === id)?.name ?? codeOf(id);
          return (
            <li key={id}>
              {id === areaId ? (
                <span aria-current="page">{name}</span>
              ) : (
                <Link to={linkTo(areaChange(id))}>{name}</Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

interface ExportButtonProps {
  subject: LiveSubject;
  state: LiveState['state'];
  electionName: string;
}

/** Saves every result that the filters let through, however many. */
function ExportButton({ subject, state, electionName }: ExportButtonProps) {
  const { party, leading, status, area } = state;
  const name = [electionName, subject.source, area]
    .filter(Boolean)
    .join(' ')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase();
  const of = { title: `Results of ${electionName}`, fileName: `${name}.csv` };
  const run = useMutation({ mutationFn: () => exportResults(subject, { party, leading, status }, of) });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={run.isPending}
      onClick={() => run.mutate()}
    >
      Export Results
    </Button>
  );
}
