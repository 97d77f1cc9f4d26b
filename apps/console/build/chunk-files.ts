import { join } from 'node:path';
import { build, type Rolldown } from 'vite';

export type Chunk = Rolldown.OutputChunk;

/** The chunk of a module that is a page or a part of its own, by its path; throws if there is none. */
export function chunkOf(bundle: Rolldown.OutputBundle, module: string): Chunk {
  const found = Object.values(bundle).find((each) => each.type === 'chunk' && each.facadeModuleId === module);
  if (found?.type !== 'chunk') throw new Error(`${module} has no chunk`);
  return found;
}

/** The chunks themselves and those that they need before they can run. */
export const chunksOf = (bundle: Rolldown.OutputBundle, starts: readonly Chunk[]): Chunk[] =>
  [...filesOf(bundle, starts)].map((file) => bundle[file]).filter((file) => file?.type === 'chunk');

/** The files that chunks need before they can run, styles included. */
export function filesOf(bundle: Rolldown.OutputBundle, starts: readonly Chunk[]): Set<string> {
  const files = new Set<string>();
  const visit = (chunk: Rolldown.OutputAsset | Chunk | undefined) => {
    if (chunk?.type !== 'chunk' || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const file of chunk.imports) visit(bundle[file]);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
  };
  for (const chunk of starts) visit(chunk);
  return files;
}

/**
 * A module with all its imports as one classic script, from a separate build, because it shares no chunk with the pages. `constants` are inserted
 * by name, as JSON. Throws if the module needs a second file.
 */
export async function oneScript(root: string, module: string, constants: Record<string, unknown>): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)])),
    build: { write: false, rolldownOptions: { input: join(root, module), output: { format: 'iife' } } },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const [script, ...more] = outputs.flatMap((each) => ('output' in each ? each.output : []));
  if (script?.type !== 'chunk' || more.length > 0) throw new Error(`${module} is more than one script`);
  return script.code;
}
