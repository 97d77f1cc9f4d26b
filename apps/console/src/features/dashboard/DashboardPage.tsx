import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { LocationId } from '@ec/contract/geography/location-id';
import './light-styles.ts';
import { Page } from '../../components/page/Page.tsx';
import { CountChooser, CountContext } from '../../domain/performance/CountHead.tsx';
import { LoadError, PerformanceSkeleton } from '../../domain/performance/LoadError.tsx';
import { RegisterOffer } from '../../domain/places/RegisterOffer.tsx';
import { useCurrentMe } from '../../lib/session/session.ts';
import { useRefresh } from '../../lib/hooks/use-refresh.ts';
import { useStreamMessage } from '../../lib/stream/stream.ts';
import { useCountNews } from '../../lib/stream/use-count-news.ts';
import { askIn, DASHBOARD_KEY, dashboardQuery } from './api.ts';
import { Content } from './Content.tsx';
import styles from './dashboard.module.css';
import { ElectionModeCard } from './ElectionModeCard.tsx';
import { type Areas, BESIDE, expectedKind, headOf, TITLES } from './kinds.ts';
import performance from '../../domain/performance/performance.module.css';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';

/** Another area shows its own election; what narrowed the list of the old one goes with it. */
const DEFAULTS = { area: '', election: '', q: '', status: '' };

/** For moderators of several areas: whose figures are shown. */
function AreaChoice({ areas, shown }: { areas: Areas; shown: LocationId | undefined }) {
  const [, set] = useUrlState(DEFAULTS);
  if (areas.length < 2) return null;
  return (
    <select
      aria-label="Area"
      className={performance.select}
      value={areas.find(({ id }) => id === shown)?.code ?? ''}
      onChange={(event) => set({ area: event.currentTarget.value, election: '', q: '', status: '' })}
    >
      {areas.map(({ id, code, name }) => (
        <option key={id} value={code}>
          {name}
        </option>
      ))}
    </select>
  );
}

const FAILED = 'Failed to load dashboard statistics';
const NOT_FETCHED = 'Failed to fetch dashboard statistics';

/** Where the reader's own area stands, what waits for them, and what has just happened. */
export function DashboardPage() {
  const me = useCurrentMe();
  const [params] = useSearchParams();
  const query = useQuery(dashboardQuery(askIn(params)));
  const { data, error, refetch } = query;
  const head = data && headOf(data);
  const watched = head && { area: head.area.id, electionId: head.election?.id, source: head.source };
  const unit = data?.kind === 'polling_unit' ? { area: data.unit.unit.id, source: data.unit.source } : undefined;
  useCountNews(DASHBOARD_KEY, watched ?? unit);
  useStreamMessage('collations', useRefresh(DASHBOARD_KEY));

  const kind = data?.kind ?? expectedKind(me);
  const areas = data && data.kind !== 'unassigned' ? data.areas : [];
  return (
    <Page
      title={TITLES[kind]}
      context={head ? <CountContext head={head} /> : (me.user.scope?.name ?? 'Not assigned')}
      actions={
        (areas.length > 1 || head) && (
          <>
            <AreaChoice areas={areas} shown={(watched ?? unit)?.area} />
            {head && <CountChooser head={head} />}
          </>
        )
      }
    >
      {/* Not before the head is whole, which would push it down. */}
      {me.user.role === 'super_admin' && (data || error) && (
        <>
          {data?.kind === 'national' && data.national.totals.pollingUnits === 0 && <RegisterOffer />}
          <ElectionModeCard />
        </>
      )}
      {data && (
        <div
          className={`stack stale start ${styles.board}`}
          data-beside={BESIDE[data.kind]}
          data-stale={query.isPlaceholderData || undefined}
        >
          <Content data={data} />
        </div>
      )}
      {!data && error && <LoadError title={FAILED} error={error} failed={NOT_FETCHED} onRetry={refetch} />}
      {!data && !error && <PerformanceSkeleton label="Loading the dashboard" />}
    </Page>
  );
}
