import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useDocumentTitle } from '../../lib/hooks/use-document-title.ts';
import { forgetWallToken, keepWallToken, readWallToken, wallTokenIn } from './wall.ts';
import { LiveWall } from './LiveWall.tsx';
import { useLeaving } from './use-leaving.ts';
import { useWakeLock } from './use-wake-lock.ts';
import { WallMessage } from './WallMessage.tsx';

const AGAIN =
  'To start one, sign in to the console, open Situation room and choose Wall mode: Open here for this browser, or a link for another screen.';

/** The situation room on a large screen, without a session: its only credential is the token of the wall. */
export function WallPage() {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [token, setToken] = useState(readWallToken);
  const [ended, setEnded] = useState(false);
  const brought = wallTokenIn(hash);
  useLeaving();
  useWakeLock();
  useDocumentTitle('Wall screen');

  useEffect(() => {
    if (brought === null) return;
    keepWallToken(brought);
    setToken(brought);
    setEnded(false);
    // Removes the token from the address bar and from the history of the browser.
    void navigate({ pathname: '/wall', search }, { replace: true });
  }, [brought, navigate, search]);

  const onEnd = () => {
    forgetWallToken();
    setToken(null);
    setEnded(true);
    queryClient.removeQueries({ queryKey: ['wall'] });
  };

  if (brought !== null) return <WallMessage title="Opening the wall screen…" />;
  if (token !== null) return <LiveWall key={token} token={token} onEnd={onEnd} />;
  return ended ? (
    <WallMessage title="This wall screen has ended" signIn>
      Its time is over, somebody has ended it, or whoever started it may no longer see the situation room. {AGAIN}
    </WallMessage>
  ) : (
    <WallMessage title="No wall screen runs in this browser" signIn>
      {AGAIN}
    </WallMessage>
  );
}
