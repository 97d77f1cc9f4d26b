import { LiveHistory } from '@ec/contract/live/schemas';
import { screen, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { openLive } from '../../../test/live-page.tsx';
import { onComputer } from '../../../test/phone.ts';
import { renderElement } from '../../../test/render.tsx';
import { ok } from '../../../test/server.ts';
import { useLiveState } from './live-state.ts';

function Filters() {
  const { set } = useLiveState();
  const both = () => {
    set({ leading: '' });
    set({ view: 'compare' });
  };
  return (
    <button type="button" onClick={both}>
      Both
    </button>
  );
}

// A slow phone has not drawn the first change when the second one comes.
it('keeps a change that the address does not show yet', async () => {
  const { user, router } = renderElement(<Filters />, '/live-results?leading=LP&area=24');
  await user.click(await screen.findByRole('button', { name: 'Both' }));
  expect(router.state.location.search).toBe('?area=24&view=compare');
});

it('tells the moments of the evening apart after midnight', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-02-20T23:05:00.000Z') });
  onTestFinished(() => void vi.useRealTimers());
  stubEventSource();
  onComputer();
  const counted = { results: 1, valid: 10, votes: { APC: 4 } };
  const points = ['2027-02-20T19:00:00.000Z', '2027-02-20T23:00:00.000Z'].map((at) => ({
    at,
    verified: counted,
    provisional: counted,
  }));
  openLive('/live-results', {
    'GET /live/history': () => ok(LiveHistory, { parties: ['APC'], points, asOf: '2027-02-20T23:05:00.000Z' }),
  });
  const history = await screen.findByRole('table', { name: /^Results over time/ });
  const moments = within(history).getAllByRole('rowheader');
  expect(moments.map(({ textContent }) => textContent)).toEqual(['20/02/2027 20:00', '21/02/2027 00:00']);
});
