import { join } from 'node:path';
import { ROUTES } from '@ec/contract/permissions/pages';
import { expect, it } from 'vitest';
import { addressesOf, patternOf } from '../build/early-parts.ts';

const addresses = addressesOf(join(import.meta.dirname, '..')).map(({ path, modules }) => ({
  pattern: new RegExp(patternOf(path)),
  page: modules[1],
}));
const pageAt = (path: string) => addresses.find(({ pattern }) => pattern.test(path))?.page;

it('knows a page for each address of the console', () => {
  for (const { path } of ROUTES) expect(pageAt(path.replaceAll(/:\w+\??/g, '24')), path).toBeDefined();
});

it('tells an address of its own from one that holds any word in its place', () => {
  expect(pageAt('/users/approvals')).toBe('src/features/approvals/PanelPage.tsx');
  expect(pageAt('/users')).toBe('src/features/users/UsersPage.tsx');
  expect(pageAt('/users/0198')).toBe('src/features/users/UsersPage.tsx');
  expect(pageAt('/disputes/0198')).toBe('src/features/disputes/DisputePage.tsx');
  expect(pageAt('/nowhere')).toBeUndefined();
});
