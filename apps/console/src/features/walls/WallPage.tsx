import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useDocumentTitle } from '../../lib/hooks/use-document-title.ts';
import { LiveWall, WallMessage } from './LiveWall.tsx';
import { useLeaving } from './use-leaving.ts';
import { forgetWallToken, keepWallToken, readWallToken, wallTokenIn } from './wall.ts';

/** Keeps the screen on, if the browser can; the wake lock is lost whenever the page is hidden and is requested again. */
function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let gone = false;
    const ask = () => {
      if (document.visibilityState !== 'visible') return;
      navigator.wakeLock.request('screen').then(
        (given) => {
          if (gone) void given.release();
          else lock = given;
        },
        // Refused (a low battery, a policy): the screen then follows its own settings.
        () => undefined,
      );
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, []);
}

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
      Its time is over, a user has ended it, or the user who started it may no longer see the situation room. {AGAIN}
    </WallMessage>
  ) : (
    <WallMessage title="No wall screen runs in this browser" signIn>
      {AGAIN}
    </WallMessage>
  );
}
