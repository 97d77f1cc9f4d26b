import { join } from 'node:path';
import type { Plugin } from 'vite';
import { COLOUR_SCHEME_KEY } from '../src/app/colour-scheme.ts';
import { ACCESS_TOKEN_KEY, END_KEY } from '../src/lib/session/session-store.ts';
import { type Chunk, chunkOf, filesOf } from './chunk-files.ts';

const SIGN_IN = 'src/app/Entrance.tsx';
const APP = 'src/app/App.tsx';
const SHELL = 'src/app/shell/Shell.tsx';
const KIT_STYLES = 'src/app/kit-styles.ts';
/** Addresses of pages that do without the kit: preloading would delay the app itself. */
const WITHOUT_KIT = '^/(dashboard|submit-results|login|wall)?$';

/**
 * As text: it runs before anything else is loaded. The sign-in page of the document is shown where there is no session and nothing to say of
 * the one before.
 */
const script = (signIn: readonly string[], app: readonly string[], kit: readonly string[]) =>
  `{const g=k=>localStorage.getItem(k),e=document.documentElement.dataset,c=g(${JSON.stringify(COLOUR_SCHEME_KEY)}),` +
  `n=g(${JSON.stringify(ACCESS_TOKEN_KEY)})===null;` +
  'e.mantineColorScheme=c==="light"||c==="dark"?c:matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";' +
  // As expectFont and showColourScheme do later: nothing on the page moves or changes colour when the console takes over.
  'if(!(navigator.connection||{}).saveData)e.font="";' +
  `if(n&&!location.pathname.startsWith("/wall")&&!/[?&]invite=/.test(location.search)&&!/"by":"(?!signed-out)/.test(g(${JSON.stringify(END_KEY)})||""))e.entrance="";` +
  `for(const f of n?${JSON.stringify(signIn)}` +
  `:${JSON.stringify(app)}.concat(/${WITHOUT_KIT.replaceAll('/', '\\/')}/.test(location.pathname)?[]:${JSON.stringify(kit)}))` +
  '{const l=document.createElement("link"),s=f.endsWith(".css");l.rel=s?"preload":"modulepreload";' +
  'if(s)l.as="style";l.crossOrigin="";l.href="/"+f;document.head.append(l)}}';

/**
 * Preloads what the first page needs beside the entry: the sign-in page's chunk where there is no session, else the app, with
 * the shell and the kit on larger pages. The kit is half a second of a phone's network, which would rest while the app is
 * compiled. A file of its own: the content security policy lets no script in that stands in the page.
 */
export function preloadKit(root: string): Plugin {
  return {
    name: 'preload-kit',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('index.html is not written yet');
        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
        const chunk = (module: string) => chunkOf(bundle, join(root, module));
        const entry = filesOf(bundle, [chunk('index.html')]);
        const app = filesOf(bundle, [chunk(APP)]);
        const beyond = (known: ReadonlySet<string>, starts: readonly Chunk[]) =>
          [...filesOf(bundle, starts)].filter((file) => !known.has(file));
        const kit = chunks.filter(({ name }) => name === 'kit');
        const source = script(
          beyond(entry, [chunk(SIGN_IN)]),
          beyond(entry, [chunk(APP)]),
          beyond(app, [chunk(SHELL), ...kit, chunk(KIT_STYLES)]),
        );
        const file = this.getFileName(this.emitFile({ type: 'asset', name: 'preload.js', source }));
        page.source = String(page.source).replace('<head>', `<head>\n    <script src="/${file}"></script>`);
      },
    },
  };
}
