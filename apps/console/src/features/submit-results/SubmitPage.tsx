import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Note } from '../../components/page/Note.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { formatExact } from '../../lib/format/format.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { useStreamMessage } from '../../lib/stream/stream.ts';
import { type Desk, deskQuery } from './api.ts';
import { DeskView, UnitCard } from './DeskView.tsx';
import { Instructions } from './SideCards.tsx';
import styles from './submit.module.css';
import { useSending } from '../../domain/sending/use-sending.ts';
import { useEffect } from 'react';
import { photoOutbox } from '../../domain/sending/photo-outbox.ts';

/** Sends the originals that a reviewer requested and that this phone still keeps, on whatever network there is. */
function useAskedOriginals(userId: string, desk: Desk | undefined): void {
  useEffect(() => {
    const versions = desk?.elections.flatMap(({ result }) => result?.versions ?? []) ?? [];
    for (const { originalAskedAt, originalFileId, originalSha256 } of versions) {
      if (originalAskedAt !== null && originalFileId === null && originalSha256 !== null) {
        void photoOutbox.releaseIfHeld(userId, originalSha256);
      }
    }
  }, [userId, desk]);
}

const TITLE = 'Submit Election Results';

function Content({ desk, userId }: { desk: Desk; userId: string }) {
  const unit = desk.unit;
  if (!unit) {
    return (
      <Note kind="warn" role="status">
        <strong>Polling unit: Not assigned</strong>
        <div>Nothing can be sent until you are assigned to a polling unit. Ask your ward administrator.</div>
      </Note>
    );
  }
  return (
    <>
      {desk.rememberedFrom && (
        <Note kind="warn" role="status">
          The server cannot be reached. This is what this phone heard at {formatExact(desk.rememberedFrom)}; what you
          type is kept and sent later.
        </Note>
      )}
      {desk.elections.length === 0 ? (
        <>
          <UnitCard unit={unit} />
          <Note kind="info">
            No election covers your polling unit at the moment. This page fills itself when one is opened.
          </Note>
          <Instructions />
        </>
      ) : (
        <DeskView desk={desk} unit={unit} userId={userId} />
      )}
    </>
  );
}

/** The officer's page: one sheet of paper, copied right, and received. */
export function SubmitPage() {
  const { user } = useCurrentMe();
  const desk = useQuery(deskQuery(user.id));
  const queryClient = useQueryClient();
  useSending(user.id);
  useAskedOriginals(user.id, desk.data);
  const refetch = () => void queryClient.invalidateQueries({ queryKey: ['results', 'desk'] });
  useStreamMessage('results', refetch);
  useStreamMessage('notification', refetch);
  useStreamMessage('elections', refetch);

  const context = desk.data?.source === 'grassroots' ? 'Grassroots count' : desk.data && 'Official count';
  return (
    <Page title={TITLE} context={context} contextComes={1}>
      <div className={`${styles.page} ${styles.whole}`}>
        {desk.data && <Content desk={desk.data} userId={user.id} />}
        {desk.isPending && (
          <div role="status" aria-label="Loading your polling unit">
            <div className={styles.skeleton} />
          </div>
        )}
        {desk.error && !desk.data && (
          <Panel>
            <ErrorView title="Your polling unit could not be loaded" error={desk.error} onRetry={desk.refetch} />
          </Panel>
        )}
      </div>
    </Page>
  );
}
