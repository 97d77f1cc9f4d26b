import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { chunkOf, filesOf } from './chunk-files.ts';
import { stylePlugins } from './styles.ts';

const DOCUMENT = 'src/app/entrance-document.tsx';
const SIGN_IN = 'src/app/Entrance.tsx';
const ROOT = '<div id="root"></div>';
/** Placeholder for the organisation's name while the page is rendered. */
const NAME = 'name of the organisation';

/** What the sign-in page reads of a browser when it is rendered: a first visit. */
const BROWSER = {
  window: { location: { search: '' }, addEventListener: () => undefined },
  document: { querySelector: (asked: string) => (asked.includes('application-name') ? { content: NAME } : null) },
  localStorage: { getItem: () => null },
};

/** The HTML of the sign-in page, rendered from its components in a separate build. */
async function drawSignIn(root: string): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [react()],
    css: { postcss: { plugins: stylePlugins } },
    ssr: { noExternal: true },
    build: { ssr: join(root, DOCUMENT), write: false, rolldownOptions: { output: { codeSplitting: false } } },
  });
  const [script] = (Array.isArray(result) ? result : [result]).flatMap((each) => ('output' in each ? each.output : []));
  if (script?.type !== 'chunk') throw new Error(`${DOCUMENT} has no script`);
  const before = Object.keys(BROWSER).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of Object.entries(BROWSER)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  const folder = mkdtempSync(join(tmpdir(), 'ec-early-sign-in-'));
  const file = join(folder, 'document.mjs');
  try {
    writeFileSync(file, script.code);
    const { entranceDocument } = (await import(pathToFileURL(file).href)) as { entranceDocument: () => string };
    // The hint that the icon is coming stands right before the icon.
    return entranceDocument()
      .replace(/^<link[^>]*>/, '')
      .replaceAll(NAME, '__SYSTEM_NAME__');
  } finally {
    rmSync(folder, { recursive: true });
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  }
}

/** Writes the sign-in page into the document, with its styles; `preload.js` says whether it is shown. */
export function earlySignIn(root: string): Plugin {
  return {
    name: 'early-sign-in',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('index.html is not written yet');
        const entry = filesOf(bundle, [chunkOf(bundle, join(root, 'index.html'))]);
        const styles = [...filesOf(bundle, [chunkOf(bundle, join(root, SIGN_IN))])]
          .filter((file) => file.endsWith('.css') && !entry.has(file))
          .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
        const html = await drawSignIn(root);
        const source = String(page.source);
        if (!source.includes(ROOT)) throw new Error(`index.html has no ${ROOT}`);
        page.source = source
          .replace('</head>', `${styles.join('\n')}\n</head>`)
          .replace(ROOT, () => `<div id="root" data-early>${html}</div>`);
      },
    },
  };
}
