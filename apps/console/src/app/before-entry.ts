import { readTokens, sessionEnd } from '../lib/session/stored-session.ts';
import { setColourScheme } from './colour-scheme.ts';
import { expectFont } from './font/expect-font.ts';

/** Files that each first page needs besides the entry, as paths of the server; inserted by the build. */
declare const PRELOADED: Record<'signIn' | 'app' | 'kit', readonly string[]>;

/** Pages without the kit: preloading it would delay the app itself. */
const WITHOUT_KIT = /^\/(dashboard|submit-results|login|wall)?$/;

const { pathname, search } = window.location;
const signedIn = readTokens() !== null;

/** True if the document's sign-in page is the right first page: no session, and no message about the last one. */
function showsSignIn(): boolean {
  const end = sessionEnd();
  const silent = end === null || end.by === 'signed-out';
  return !signedIn && silent && !pathname.startsWith('/wall') && !new URLSearchParams(search).has('invite');
}

function preload(file: string): void {
  const link = document.createElement('link');
  const style = file.endsWith('.css');
  link.rel = style ? 'preload' : 'modulepreload';
  if (style) link.as = 'style';
  link.crossOrigin = '';
  link.href = `/${file}`;
  document.head.append(link);
}

// Nothing on the page moves or changes colour when the console takes over.
setColourScheme();
expectFont();
if (showsSignIn()) document.documentElement.dataset['entrance'] = '';
const { signIn, app, kit } = PRELOADED;
for (const file of signedIn ? [...app, ...(WITHOUT_KIT.test(pathname) ? [] : kit)] : signIn) preload(file);
