import { expect, it } from 'vitest';
import { FILTERS, parametersOf } from './labels.ts';

it.each([
  [
    { status: 'live', sort: 'name', page: '3' },
    { status: 'live', sort: 'name', page: 3 },
  ],
  [
    { status: 'running', sort: 'size', page: 'x' },
    { status: undefined, sort: '', page: 1 },
  ],
])('asks by %o for %o: what is mistyped in the address narrows nothing', (change, asked) => {
  expect(parametersOf({ ...FILTERS, ...change })).toEqual({ q: '', ...asked });
});
