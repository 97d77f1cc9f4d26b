import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { belowWidth } from '../../lib/device/breakpoints.ts';
import type { Sight } from './entry/EntryPhoto.tsx';
import { Sheet } from './entry/Sheet.tsx';
import { Start } from './entry/Start.tsx';
import { useWork } from './entry/use-work.ts';

/** Sheets entered from their photo alone. Nothing of the first entry is loaded here. */
export function EnterPage() {
  const { desk, work, said, begun, take, goOn, claimAhead, sent, released } = useWork();
  const narrow = useMediaQuery(belowWidth('lg'), undefined, { getInitialValueInEffect: false });
  // On a phone the whole form is too small to be read.
  const [sight, setSight] = useState<Sight>({ scale: narrow ? 3 : 2, follow: true });
  const about = work ? `${work.formCode} · ${work.election.name}` : 'Copied from the photo alone';
  return (
    <Page
      title="Enter sheets"
      contextComes={1}
      context={
        <>
          <span className="breaks">{about}</span>{' '}
          <span role="status" className="strong">
            {said}
          </span>
        </>
      }
    >
      {work ? (
        <Sheet
          key={`${work.id} ${work.state}`}
          work={work}
          begun={begun}
          sight={sight}
          onSight={setSight}
          onTyped={() => claimAhead(work)}
          onSent={(kind) => sent(work, kind)}
          onReleased={() => released(work)}
          onNext={() => goOn(work)}
        />
      ) : desk.data && work === null ? (
        <Start desk={desk.data} begun={begun} take={take} />
      ) : desk.error ? (
        <Panel>
          <ErrorView title="Your sheets could not be loaded" error={desk.error} onRetry={desk.refetch} />
        </Panel>
      ) : (
        <div className="loading" role="status" aria-label="Loading your sheets">
          <Skeleton height={60} />
          <Skeleton height={240} />
        </div>
      )}
    </Page>
  );
}
