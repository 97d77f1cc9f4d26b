import { join } from 'node:path';
import { build, type PluginOption, type Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;
type Group = Rolldown.CodeSplittingGroup;

const FEATURES = 'src/features/';

/**
 * What comes on the way to every screen, or over the slowest networks, in the order in which people meet it: the parts
 * that all modules of a line need travel under its name, unless they came before.
 */
const FIRST = [
  ['entrance', 'src/features/auth/LoginPage.tsx'],
  ['shell', 'src/app/shell-routes.tsx'],
  ['news', 'src/app/shell/NotificationsHost.tsx'],
  ['field', 'src/features/dashboard/DashboardPage.tsx', 'src/features/submit-results/SubmitPage.tsx'],
  ['figures', 'src/features/dashboard/DashboardPage.tsx'],
  ['sheet', 'src/features/submit-results/SubmitPage.tsx'],
] as const;

/** From so many pages on, a part belongs to the kit that comes in one piece. */
const OFTEN = 6;

/** The chunks as the bundler alone cuts them: one for every set of modules that the same pages need. */
async function finestChunks(root: string, plugins: PluginOption[]): Promise<Chunk[]> {
  const result = await build({
    root,
    plugins,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, reportCompressedSize: false },
  });
  if (!('output' in result)) throw new Error('The console has one output');
  return result.output.filter((each) => each.type === 'chunk');
}

/** In which chunk each module travels that several pages share; those of one page alone are not in it. */
export function sharing(chunks: readonly Chunk[], root: string): Map<string, string> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const needsOf = (start: Chunk): Set<Chunk> => {
    const found = new Set<Chunk>();
    const visit = (chunk: Chunk | undefined) => {
      if (!chunk || found.has(chunk)) return;
      found.add(chunk);
      for (const file of chunk.imports) visit(byFile.get(file));
    };
    visit(start);
    return found;
  };
  const chunkFor = (module: string): Chunk => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === join(root, module));
    if (!chunk) throw new Error(`${module} is loaded by nobody`);
    return chunk;
  };
  const pages = chunks.filter(
    (chunk) => chunk.facadeModuleId?.startsWith(join(root, FEATURES)) && /Pages?\.tsx$/.test(chunk.facadeModuleId),
  );
  const users = new Map<Chunk, number>();
  for (const page of pages) for (const chunk of needsOf(page)) users.set(chunk, (users.get(chunk) ?? 0) + 1);

  const nameOf = new Map<Chunk, string>();
  const give = (chunk: Chunk, name: string) => {
    if (!chunk.facadeModuleId && !nameOf.has(chunk)) nameOf.set(chunk, name);
  };
  for (const [name, ...modules] of FIRST) {
    const needs = modules.map((module) => needsOf(chunkFor(module)));
    for (const chunk of needs[0] ?? []) if (needs.every((each) => each.has(chunk))) give(chunk, name);
  }
  for (const [chunk, count] of users) if (count >= OFTEN) give(chunk, 'kit');
  return new Map([...nameOf].flatMap(([chunk, name]) => chunk.moduleIds.map((id) => [id, name] as const)));
}

/**
 * A few chunks where the bundler alone makes one for every set of pages that share a part: over a phone's network forty
 * requests for a kilobyte each take far longer than one for all of them. They are cut so that neither signing in nor
 * sending a sheet loads what it does not need.
 */
export async function chunkGroups(root: string, plugins: PluginOption[]): Promise<Group[]> {
  const shared = sharing(await finestChunks(root, plugins), root);
  const names = [...new Set(shared.values())];
  return [
    { name: 'base', tags: ['$initial'], priority: names.length + 1 },
    ...names.map((name, at) => ({
      name,
      test: (id: string) => shared.get(id) === name,
      priority: names.length - at,
      includeDependenciesRecursively: false,
    })),
  ];
}
