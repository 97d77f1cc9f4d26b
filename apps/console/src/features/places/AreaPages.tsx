import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { Page } from '../../components/page/Page.tsx';
import { type AreaHead, HOLDER, livePath } from '../../domain/performance/words.ts';
import { AreaPerformance } from '../../domain/performance/AreaPerformance.tsx';
import { CountChooser, CountContext } from '../../domain/performance/CountHead.tsx';
import { ContactLine } from '../../domain/performance/AreaParts.tsx';
import { LoadError, PerformanceSkeleton } from '../../domain/performance/LoadError.tsx';
import { WardPerformance } from '../../domain/performance/WardPerformance.tsx';
import { useCountChoice } from '../../domain/elections/count-choice.ts';
import { useCountNews } from '../../lib/stream/use-count-news.ts';
import { useMayOpen } from '../../lib/session/may-open.ts';
import { AREA_CALLS, type AreaKind, areaQuery, PLACES_KEY, wardQuery } from './api.ts';
import { Trail } from './Trail.tsx';

const WORDS: Record<AreaKind, string> = { region: 'Region', state: 'State', lga: 'LGA', ward: 'Ward' };

interface FrameProps<Data extends AreaHead> {
  kind: AreaKind;
  query: {
    data: Data | undefined;
    error: unknown;
    isPlaceholderData: boolean;
    dataUpdatedAt: number;
    refetch: () => unknown;
  };
  children: (data: Data) => ReactNode;
}

/** What the pages of all kinds of area have in common: trail, title, election and count, and what becomes of a failure. */
function Frame<Data extends AreaHead>({ kind, query, children }: FrameProps<Data>) {
  const { data, error } = query;
  const { failed } = AREA_CALLS[kind];
  useCountNews(PLACES_KEY, data && { area: data.area.id, electionId: data.election?.id, source: data.source });
  if (!data) {
    return (
      <Page title={WORDS[kind]} context="…">
        {error ? (
          <LoadError title={failed} error={error} onRetry={query.refetch} />
        ) : (
          <PerformanceSkeleton label={`Loading the ${kind === 'lga' ? 'LGA' : kind}`} />
        )}
      </Page>
    );
  }
  return (
    <div className="stack gap-8">
      <Trail chain={data.area.chain} />
      <Page
        title={data.area.name}
        context={
          <>
            <CountContext head={data} place={`${WORDS[kind]} ${data.area.code}`} />
            <Purpose data={data} />
            <div className="above-2 ink">
              {HOLDER[data.area.type]}:{' '}
              <ContactLine contact={data.contact} none="none, or you may not see the person" />
            </div>
          </>
        }
        actions={<CountChooser head={data} />}
      >
        <div data-stale={query.isPlaceholderData || undefined} className="stack stale">
          {children(data)}
        </div>
      </Page>
    </div>
  );
}

/** What the page is for, and where the votes by party are. */
function Purpose({ data }: { data: AreaHead }) {
  const { basis } = useCountChoice();
  const live = livePath(data, data.area, basis);
  const open = useMayOpen(live);
  return (
    <div>
      Progress and whom to call{open && ' · '}
      {open && <Link to={live}>Votes by party: live results of {data.area.name}</Link>}
    </div>
  );
}

function AreaPage({ kind, reference }: { kind: 'region' | 'state' | 'lga'; reference: string }) {
  const { choice } = useCountChoice();
  const query = useQuery(areaQuery(kind, reference, choice));
  return (
    <Frame kind={kind} query={query}>
      {(data) => <AreaPerformance data={data} />}
    </Frame>
  );
}

function WardPage({ reference }: { reference: string }) {
  const { choice } = useCountChoice();
  const query = useQuery(wardQuery(reference, choice));
  return (
    <Frame kind="ward" query={query}>
      {(data) => <WardPerformance data={data} />}
    </Frame>
  );
}

/** A zone and its states. */
export function RegionPage() {
  const { region = '' } = useParams();
  return <AreaPage key={region} kind="region" reference={region} />;
}

/** A state and its LGAs. */
export function StatePage() {
  const { state = '' } = useParams();
  return <AreaPage key={state} kind="state" reference={state} />;
}

/** An LGA and its wards; with a ward in the address, that ward and its units. */
export function LgaPage() {
  const { lga = '' } = useParams();
  const [params] = useSearchParams();
  const ward = params.get('ward');
  return ward ? <WardPage key={ward} reference={ward} /> : <AreaPage key={lga} kind="lga" reference={lga} />;
}
