import { type ComponentType, useEffect, useLayoutEffect, useState } from 'react';
import { Note } from '../components/page/Note.tsx';
import { PlainButton } from '../components/plain/PlainButton.tsx';
import { atRest, whenIdle } from '../lib/device/when-idle.ts';
import { readUserId, useSignedInId } from '../lib/session/session-store.ts';
import { signInAddress } from '../lib/session/stored-session.ts';
import { showColourScheme } from './colour-scheme.ts';
import { loadFont } from './font/load-font.ts';
import { StartUp } from './StartUp.tsx';

/** Removes data of an older session of this device without waiting for the next sign-in. */
async function removeWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { removeAll } = await import('./own-worker.ts');
  await removeAll();
}

const unimportant = () => undefined;

/** Loads the console, the shell and the dashboard while the user types on the sign-in page. */
function preloadBehindSignIn(): void {
  whenIdle(() => {
    import('./App.tsx').catch(unimportant);
    import('./shell/Shell.tsx').catch(unimportant);
    import('../features/dashboard/DashboardPage.tsx').catch(unimportant);
  });
  atRest(() => void removeWorker().catch(unimportant));
}

/** The wall screens have no session and no shell. */
const isWall = (): boolean => window.location.pathname.startsWith('/wall');

const PARTS = {
  signIn: async () => (await import('./Entrance.tsx')).Entrance,
  console: async () => (await import('./App.tsx')).openConsole(isWall()),
};
type Part = keyof typeof PARTS;

const loading: Partial<Record<Part, Promise<ComponentType>>> = {};

/** Loads a part once; one that could not be loaded is loaded again. */
function load(part: Part): Promise<ComponentType> {
  return (loading[part] ??= PARTS[part]().catch((error: unknown) => {
    delete loading[part];
    throw error;
  }));
}

/** Without a session only the wall screens need the console. */
const firstPart = (signedIn: boolean): Part => (signedIn || isWall() ? 'console' : 'signIn');

/** Loads what the first page needs before React draws anything. */
export function loadFirst(): void {
  load(firstPart(readUserId() !== null)).catch(() => undefined);
}

/**
 * The sign-in page without a session, and the console from the first sign-in on; it is loaded while the sign-in page is open. The console
 * stays when the session ends, because it contains the sign-in page too. `entrance` is the sign-in page if the document already shows it.
 */
export function Start({ entrance }: { entrance?: ComponentType | undefined }) {
  const signedIn = useSignedInId() !== null;
  const [part, setPart] = useState(() => firstPart(signedIn));
  if (signedIn && part === 'signIn') setPart('console');
  const [Loaded, setLoaded] = useState<Partial<Record<Part, ComponentType>>>(entrance ? { signIn: entrance } : {});
  const [failed, setFailed] = useState(false);
  const Shown = Loaded[part];

  const kitStands = Loaded.console !== undefined && part === 'console';
  useLayoutEffect(() => (kitStands ? undefined : showColourScheme()), [kitStands]);
  useEffect(() => {
    if (part === 'console') return;
    if (window.location.pathname !== '/login') window.history.replaceState(null, '', signInAddress(window.location));
  }, [part]);
  useEffect(() => {
    if (Shown || failed) return;
    let gone = false;
    load(part).then(
      (Page) => gone || setLoaded((old) => ({ ...old, [part]: Page })),
      () => gone || setFailed(true),
    );
    return () => {
      gone = true;
    };
  }, [part, Shown, failed]);
  const stands = part === 'signIn' && Shown !== undefined;
  useEffect(() => {
    if (!stands) return;
    preloadBehindSignIn();
    whenIdle(loadFont);
  }, [stands]);

  if (Shown) return <Shown />;
  if (!failed) return <StartUp />;
  return (
    <main className="stack">
      <Note kind="bad" role="alert">
        This page could not be loaded. Check your network connection and try again.
      </Note>
      <PlainButton kind="default" onClick={() => setFailed(false)}>
        Try again
      </PlainButton>
    </main>
  );
}
