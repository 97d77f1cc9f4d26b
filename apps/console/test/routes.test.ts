import { ROUTES } from '@ec/contract/permissions/pages';
import { matchRoutes } from 'react-router';
import { expect, it } from 'vitest';
import { createQueryClient } from '../src/app/query-client.ts';
import { consoleRoutes } from '../src/app/routes.tsx';

const routes = consoleRoutes(createQueryClient());

it.each(ROUTES.map(({ path }) => path))('has a page for %s', (path) => {
  const found = matchRoutes(routes, path)?.at(-1)?.route;
  expect(found?.path).not.toBe('*');
  expect(found?.lazy).toBeTypeOf('function');
});
