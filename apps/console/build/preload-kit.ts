import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type Chunk, chunkOf, filesOf, oneScript } from './chunk-files.ts';

const SCRIPT = 'src/app/before-entry.ts';
const SIGN_IN = 'src/app/Entrance.tsx';
const APP = 'src/app/App.tsx';
const SHELL = 'src/app/shell/Shell.tsx';
const KIT_STYLES = 'src/app/kit-styles.ts';
/**
 * Preloads what the first page needs besides the entry: the sign-in page's chunk without a session, otherwise the app, with
 * the shell and the kit on larger pages. The kit takes half a second on a phone's network, which would be idle while the app
 * is compiled. This is a separate file because the content security policy forbids inline scripts.
 */
export function preloadKit(root: string): Plugin {
  return {
    name: 'preload-kit',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('index.html is not written yet');
        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
        const chunk = (module: string) => chunkOf(bundle, join(root, module));
        const entry = filesOf(bundle, [chunk('index.html')]);
        const app = filesOf(bundle, [chunk(APP)]);
        const beyond = (known: ReadonlySet<string>, starts: readonly Chunk[]) =>
          [...filesOf(bundle, starts)].filter((file) => !known.has(file));
        const kit = chunks.filter(({ name }) => name === 'kit');
        const PRELOADED = {
          signIn: beyond(entry, [chunk(SIGN_IN)]),
          app: beyond(entry, [chunk(APP)]),
          kit: beyond(app, [chunk(SHELL), ...kit, chunk(KIT_STYLES)]),
        };
        const source = await oneScript(root, SCRIPT, { PRELOADED });
        const file = this.getFileName(this.emitFile({ type: 'asset', name: 'preload.js', source }));
        page.source = String(page.source).replace('<head>', `<head>\n    <script src="/${file}"></script>`);
      },
    },
  };
}
