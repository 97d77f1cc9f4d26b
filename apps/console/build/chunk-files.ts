import type { Rolldown } from 'vite';

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
