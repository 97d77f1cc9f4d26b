import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import postcss from 'postcss';
import { expect, test } from 'vitest';
import { BREAKPOINTS } from '../src/lib/device/breakpoints.ts';

const SRC = path.join(import.meta.dirname, '../src');
const read = (file: string) => readFileSync(path.join(SRC, file), 'utf8');
const modules = globSync('**/*.module.css', { cwd: SRC });
const components = globSync('**/*.tsx', { cwd: SRC }).map((file) => ({ file, text: read(file) }));

const classesOf = (css: string): Set<string> => {
  const found = new Set<string>();
  postcss.parse(css).walkRules(({ selector }) => {
    const own = selector.replaceAll(/:global\([^)]*\)/g, '');
    for (const [, name] of own.matchAll(/\.([a-zA-Z][\w-]*)/g)) if (name) found.add(name);
  });
  return found;
};

const patterns = classesOf(globSync('app/patterns/*.css', { cwd: SRC }).map(read).join('\n'));

test('what a module composes is a pattern', () => {
  const unknown: string[] = [];
  for (const file of modules)
    postcss.parse(read(file)).walkDecls('composes', ({ value }) => {
      const names = value.replace(/ from global$/, '').split(' ');
      unknown.push(...names.filter((name) => !patterns.has(name)).map((name) => `${file}: ${name}`));
    });
  expect(unknown).toEqual([]);
});

test('a class name written out in a component is a pattern', () => {
  const unknown = components.flatMap(({ file, text }) =>
    [...text.matchAll(/className="([^"]*)"/g)]
      .flatMap(([, names = '']) => names.split(' '))
      .filter((name) => !patterns.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('each class of a module is used, and each that is used has a rule', () => {
  const wrong: string[] = [];
  for (const file of modules) {
    const used = new Set<string>();
    for (const { file: component, text } of components)
      for (const [line, name = '', from = ''] of text.matchAll(/import (\w+) from '([^']+\.module\.css)';/g)) {
        if (path.join(path.dirname(component), from) !== file) continue;
        const rest = text.replace(line, '');
        for (const [, each = ''] of rest.matchAll(new RegExp(String.raw`(?<![\w/-])${name}\.(\w+)`, 'g')))
          used.add(each);
      }
    const own = classesOf(read(file));
    wrong.push(...[...own].filter((name) => !used.has(name)).map((name) => `${file}: nothing uses ${name}`));
    wrong.push(...[...used].filter((name) => !own.has(name)).map((name) => `${file}: no rule for ${name}`));
  }
  expect(wrong).toEqual([]);
});

test('touch size, type sizes and breakpoints are written as tokens', () => {
  const widths = Object.values(BREAKPOINTS).map((width) => Number.parseFloat(width));
  const written: string[] = [];
  for (const file of modules) {
    const root = postcss.parse(read(file));
    root.walkDecls(({ prop, value }) => {
      if (/\b44px\b/.test(value) || (prop === 'font-size' && /^1[23468]px$/.test(value)))
        written.push(`${file}: ${prop}: ${value}`);
    });
    root.walkAtRules('media', ({ params }) => {
      const width = /^\((?:min|max)-width: ([\d.]+)em\)$/.exec(params)?.[1];
      if (width && widths.includes(Math.round(Number(width)))) written.push(`${file}: @media ${params}`);
    });
  }
  expect(written).toEqual([]);
});
