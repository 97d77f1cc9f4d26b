import path from 'node:path';

/** The kind of a feature's file, by its name: `review-queries.ts` is a kind of `queries.ts`. */
const KINDS = ['routes', 'service', 'rules', 'repository', 'queries', 'answers'] as const;
/** The file with the types of a feature's database rows. */
const TABLES = 'tables';
export type Kind = (typeof KINDS)[number] | typeof TABLES | 'other';

/** The place of a file in the layout. */
export interface Place {
  /** The package: contract, server, console, e2e, bench; undefined for the root's own files. */
  side: string | undefined;
  /** The first folder below the package's `src`: features, platform, domain, components, lib, app …; else undefined. */
  layer: string | undefined;
  /** The folder below `features`. */
  feature: string | undefined;
  kind: Kind;
  /** The path below the package's `src`, or from the root. */
  file: string;
}

const PACKAGES: Record<string, string> = {
  'packages/contract/src/': 'contract',
  'apps/server/src/': 'server',
  'apps/console/src/': 'console',
  'apps/server/': 'server',
  'apps/console/': 'console',
  'e2e/': 'e2e',
  'bench/': 'bench',
};

function kindOf(file: string): Kind {
  const name = path.posix.basename(file).replace(/\.tsx?$/, '');
  if (name === TABLES) return TABLES;
  return KINDS.find((kind) => name === kind || name.endsWith(`-${kind}`)) ?? 'other';
}

/** The place of a file by its path from the project's root. */
export function placeOf(file: string): Place {
  const [prefix, side] = Object.entries(PACKAGES).find(([folder]) => file.startsWith(folder)) ?? ['', undefined];
  const below = file.slice(prefix.length);
  const [layer, feature] = below.split('/');
  const isLayer = below.includes('/') && prefix.endsWith('src/');
  return {
    side,
    layer: isLayer ? layer : undefined,
    feature: isLayer && layer === 'features' ? feature : undefined,
    kind: kindOf(below),
    file: below,
  };
}

/** The path of an import's target from the root; undefined for external packages. */
export function targetOf(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(importer), specifier);
  const own = /^@ec\/(\w+)(?:\/(.+))?$/.exec(specifier);
  if (!own) return undefined;
  const folder = Object.entries(PACKAGES).find(([, side]) => side === own[1])?.[0] ?? `${own[1]}/`;
  return `${folder}${own[2] ?? ''}.ts`;
}
