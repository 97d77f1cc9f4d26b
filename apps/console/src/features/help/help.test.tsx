import { Me } from '@ec/contract/auth/schemas';
import { ROUTES } from '@ec/contract/permissions/pages';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { ok, serve } from '../../../test/server.ts';
import { helpOf } from '../../domain/help/help-pages.ts';
import { blocksOf, loadHelp, wordsOf } from './HelpPage.tsx';

const ADDRESSES = [...ROUTES.map(({ path }) => path), '/elections/:id/readiness', '/elections/:id/ballot'];

it.each(ADDRESSES)('has a page about %s', async (path) => {
  const text = await loadHelp(helpOf(path) ?? '');
  expect(blocksOf(text ?? '')[0]).toMatchObject({ kind: 'heading' });
});

it('reads headings, paragraphs, lists and marked words', () => {
  expect(blocksOf('# A\n\nOne\ntwo.\n\n- x\n- y')).toEqual([
    { kind: 'heading', lines: ['A'] },
    { kind: 'text', lines: ['One two.'] },
    { kind: 'list', lines: ['x', 'y'] },
  ]);
  expect(wordsOf('a **b** *c*').map(({ mark }) => mark)).toEqual([null, 'strong', null, 'em']);
});

it('opens from the question mark beside the title of a page', async () => {
  stubEventSource();
  signedInOnDevice();
  serve({ 'GET /auth/me': () => ok(Me, meOf('ward_admin')) });
  const { user, router } = renderConsole('/account');
  await user.click(await screen.findByRole('link', { name: 'Help with this page' }));
  expect(await screen.findByRole('heading', { name: 'Help: Your account', level: 1 })).toBeVisible();
  expect(router.state.location.pathname).toBe('/help/account');
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: 'Result review' })).toHaveAttribute('href', '/help/review');
  expect(main.queryByRole('link', { name: 'Deliveries' })).not.toBeInTheDocument();
});
