import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRoute } from '@ec/contract/permissions/pages';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const FEATURES = path.join(root, 'apps/server/src/features');
const SOURCES = ['apps/server/src', 'apps/console/src', 'packages/contract/src'];
const MOST_FILES = 25;
const WRITTEN = ['apps/server', 'apps/console', 'packages/contract', 'bench', 'e2e'];
/** Words that hide the actor. */
const NO_ACTOR = /nobody|somebody|whoever/i;
/** The account of operating systems is the only thing with such a name. */
const SYSTEM_ACCOUNTS = "['postgres', 'nobody']";

const isSource = (name: string) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name);

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isSource(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** All files in TypeScript below the folder, tests included. */
function writtenBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : writtenBelow(at);
    return /\.tsx?$/.test(entry.name) ? [at] : [];
  });
}

const featureOf = (file: string) => path.relative(FEATURES, file).split(path.sep)[0] ?? '';

/** The other features that each feature imports, including type imports. */
function imports(): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const file of sourcesBelow(FEATURES)) {
    const known = graph.get(featureOf(file)) ?? new Set();
    graph.set(featureOf(file), known);
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)) {
      const target = path.join(path.dirname(file), specifier);
      if (target.startsWith(FEATURES + path.sep) && featureOf(target) !== featureOf(file)) known.add(featureOf(target));
    }
  }
  return graph;
}

/** One cycle, as the features on it; undefined if there is none. */
function circle(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>();
  const visit = (feature: string, above: readonly string[]): string[] | undefined => {
    if (above.includes(feature)) return [...above.slice(above.indexOf(feature)), feature];
    if (done.has(feature)) return undefined;
    for (const other of graph.get(feature) ?? []) {
      const found = visit(other, [...above, feature]);
      if (found) return found;
    }
    done.add(feature);
    return undefined;
  };
  for (const feature of graph.keys()) {
    const found = visit(feature, []);
    if (found) return found;
  }
  return undefined;
}

describe('the house', () => {
  it('has no circle of features on the server, not of types either', () => {
    const graph = imports();
    expect(graph.size).toBeGreaterThan(20);
    expect(circle(graph)).toBeUndefined();
  });

  it('names the actor in words and names: the caller, the user, the reader, the role', () => {
    const found = WRITTEN.flatMap((folder) => writtenBelow(path.join(root, folder))).flatMap((file) => {
      const lines = readFileSync(file, 'utf8').replace(SYSTEM_ACCOUNTS, '').split('\n');
      return lines.flatMap((line, index) =>
        NO_ACTOR.test(line) ? [`${path.relative(root, file)}:${index + 1}: ${line.trim()}`] : [],
      );
    });
    expect(found).toEqual([]);
  });

  it('leads from notifications and alerts to pages that exist', () => {
    const lost = sourcesBelow(FEATURES).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/actionUrl: ['`]([^'`]+)['`]/g)].flatMap(([, url = '']) => {
        const page = url.replaceAll(/\$\{[^}]*\}/g, 'x').split('?')[0] ?? '';
        return findRoute(page) ? [] : [`${path.relative(root, file)}: ${url}`];
      }),
    );
    expect(lost).toEqual([]);
  });

  it('has no folder with more source files than a reader can survey', () => {
    const counts = Map.groupBy(
      SOURCES.flatMap((folder) => sourcesBelow(path.join(root, folder))),
      (file) => path.dirname(file),
    );
    const large = [...counts].filter(([, files]) => files.length > MOST_FILES);
    expect(large.map(([folder, files]) => `${path.relative(root, folder)}: ${files.length}`)).toEqual([]);
  });
});
