import { Me } from '@ec/contract/auth/schemas';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { closeSpotlight } from '../src/app/shell/SpotlightButton.tsx';
import { stubEventSource } from './event-source.ts';
import { meOf, signedInOnDevice } from './people.ts';
import { renderConsole } from './render.tsx';
import { ok, serve } from './server.ts';

beforeEach(() => {
  closeSpotlight();
  stubEventSource();
  signedInOnDevice();
  serve({ 'GET /auth/me': () => ok(Me, meOf('lga_admin')) });
});

it.each(['Control', 'Meta'])('opens with %s and K from anywhere, and with no more keys than those', async (key) => {
  const { user } = renderConsole('/account');
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard(`k{${key}>}{Shift>}k{/Shift}{/${key}}`);
  expect(screen.queryByRole('textbox', { name: 'Go to a screen or place' })).not.toBeInTheDocument();
  await user.keyboard(`{${key}>}k{/${key}}`);
  expect(await screen.findByRole('textbox', { name: 'Go to a screen or place' })).toBeVisible();
});
