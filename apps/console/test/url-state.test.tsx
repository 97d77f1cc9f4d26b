import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useUrlState } from '../src/lib/hooks/use-url-state.ts';
import { renderElement } from './render.tsx';

const FILTERS = { q: '', role: '', page: '1' };

function Filters() {
  const [, set] = useUrlState(FILTERS);
  return (
    <>
      <button
        type="button"
        onClick={() => {
          set({ q: 'ade' });
          set({ role: 'ward_admin' });
        }}
      >
        Both
      </button>
      <button type="button" onClick={() => set({ q: '' })}>
        All
      </button>
    </>
  );
}

it('keeps what two controls set at the same moment, and goes back to the first page', async () => {
  const { user, router } = renderElement(<Filters />, '/list?page=3&view=x');
  await user.click(await screen.findByRole('button', { name: 'Both' }));
  expect(router.state.location.search).toBe('?view=x&q=ade&role=ward_admin');
  await user.click(screen.getByRole('button', { name: 'All' }));
  expect(router.state.location.search).toBe('?view=x&role=ward_admin');
});
