import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { LIGHT_PAGES } from '../src/app/light-pages.ts';
import { ACCESS_TOKEN_KEY } from '../src/lib/session/session-store.ts';

type Bundle = Rolldown.OutputBundle;

const FEATURES = 'src/features';
const SHELL = 'src/app/shell-routes.tsx';
const STYLES = 'src/app/kit-styles.ts';
const SIGN_IN = `${FEATURES}/auth/LoginPage.tsx`;

interface Address {
  /** Of the router: `disputes/:disputeId`. */
  path: string;
  modules: string[];
}

/** Each address of the features behind sign-in with the modules that its page begins with, as its routes.tsx names them. */
export function addressesOf(root: string): Address[] {
  const features = readdirSync(join(root, FEATURES)).filter((feature) => feature !== 'auth');
  const found = features.flatMap((feature) => {
    const file = join(root, FEATURES, feature, 'routes.tsx');
    const text = readdirSync(join(root, FEATURES, feature)).includes('routes.tsx') ? readFileSync(file, 'utf8') : '';
    return [...text.matchAll(/path: '([^']+)'.*?import\('\.\/(\w+\.tsx)'\)/gs)].map(([, path = '', module = '']) => ({
      path,
      modules: [SHELL, `${FEATURES}/${feature}/${module}`, ...(LIGHT_PAGES.has(path.split('/')[0]) ? [] : [STYLES])],
    }));
  });
  // An address of its own comes before one that has any word in its place.
  return found.sort((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')));
}

/** As a regular expression of the address's path. */
export const patternOf = (path: string) =>
  `^/${path.replaceAll(/\/:\w+\?/g, '(/[^/]+)?').replaceAll(/:\w+/g, '[^/]+')}$`;

/** The files that modules need before they can run, styles included, but those that the page loads in any case. */
function filesOf(bundle: Bundle, root: string, modules: readonly string[]): string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || seen.has(file)) return;
    seen.add(file);
    for (const imported of chunk.imports) visit(imported);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    files.add(file);
  };
  for (const module of modules) {
    const chunk = Object.values(bundle).find(
      (each) => each.type === 'chunk' && each.facadeModuleId === join(root, module),
    );
    if (!chunk) throw new Error(`${module} is loaded by nobody`);
    visit(chunk.fileName);
  }
  return [...files];
}

/** Runs before everything else, as text: nothing has been loaded that it could use. */
const script = (files: readonly string[], signIn: readonly number[], pages: readonly [string, number[]][]) =>
  `(()=>{const f=${JSON.stringify(files)},p=${JSON.stringify(pages)};` +
  `const a=localStorage.getItem(${JSON.stringify(ACCESS_TOKEN_KEY)})` +
  `?(p.find(([e])=>new RegExp(e).test(location.pathname))||[,[]])[1]:${JSON.stringify(signIn)};` +
  'for(const i of a){const l=document.createElement("link"),s=f[i].endsWith(".css");' +
  'l.rel=s?"preload":"modulepreload";if(s)l.as="style";l.crossOrigin="";l.href="/"+f[i];document.head.append(l)}})()';

/**
 * Begins to load the parts of the page that is asked for while the program that will ask for them is still on its way:
 * on a phone it takes a second until it does. A small file of its own, since the page lets no script in that stands in it.
 */
export function earlyParts(root: string): Plugin {
  return {
    name: 'early-parts',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('The page has not been written yet');
        const known = new Set(filesOf(bundle, root, ['index.html']));
        const files: string[] = [];
        const numbers = (modules: readonly string[]) =>
          filesOf(bundle, root, modules)
            .filter((file) => !known.has(file))
            .map((file) => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1));
        const signIn = numbers([SIGN_IN]);
        const pages = addressesOf(root).map(({ path, modules }): [string, number[]] => [
          patternOf(path),
          numbers(modules),
        ]);
        const source = script(files, signIn, pages);
        const file = this.getFileName(this.emitFile({ type: 'asset', name: 'early.js', source }));
        page.source = String(page.source).replace('<head>', `<head>\n    <script async src="/${file}"></script>`);
      },
    },
  };
}
