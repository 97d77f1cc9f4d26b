import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { lateDialog } from '../src/components/form/LateDialog.tsx';
import { renderElement } from './render.tsx';

interface Props {
  onClose: () => void;
}

const Words = ({ onClose }: Props) => (
  <div role="dialog" aria-label="Words">
    <button type="button" onClick={onClose}>
      Done
    </button>
  </div>
);

it('a dialog whose code does not come says so, and comes when it is tried again', async () => {
  let answer = () => Promise.reject<typeof Words>(new Error('no network'));
  const Late = lateDialog(() => answer());
  const onClose = vi.fn();
  const { user } = renderElement(<Late onClose={onClose} />);
  expect(await screen.findByRole('dialog', { name: 'This could not be loaded' })).toBeVisible();
  answer = () => Promise.resolve(Words);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await user.click(await screen.findByRole('button', { name: 'Done' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('a dialog whose code was fetched before is there at once, and it is fetched once', async () => {
  const load = vi.fn(() => Promise.resolve(Words));
  const Late = lateDialog(load);
  Late.prefetch();
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  renderElement(<Late onClose={() => undefined} />);
  expect(await screen.findByRole('dialog', { name: 'Words' })).toBeVisible();
  expect(load).toHaveBeenCalledOnce();
});
