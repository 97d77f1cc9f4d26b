import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderElement } from '../../../test/render.tsx';
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
