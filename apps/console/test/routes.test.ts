import { ROUTES } from '@ec/contract/permissions/pages';
import { matchRoutes } from 'react-router';
import { expect, it } from 'vitest';
import { shellRoutes } from '../src/app/shell-routes.tsx';

it.each(ROUTES.map(({ path }) => path))('has a page for %s', (path) => {
  const found = matchRoutes(shellRoutes, path)?.at(-1)?.route;
  expect(found?.path).not.toBe('*');
  expect(found?.lazy).toBeTypeOf('function');
});
