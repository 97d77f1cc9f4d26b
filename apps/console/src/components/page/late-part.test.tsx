import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { latePart } from './late-part.tsx';

const Menu = ({ name }: { name: string }) => <p>Menu of {name}</p>;

/** Loads the part after so many failures. */
function after(failures: number) {
  let left = failures;
  return vi.fn(async () => {
    left -= 1;
    if (left >= 0) throw new TypeError('Failed to fetch dynamically imported module');
    return Menu;
  });
}

it('is there at once where it was loaded before it was wanted', async () => {
  const load = after(0);
  const Late = latePart(load, 'The menu');
  Late.preload();
  await vi.waitFor(() => expect(load).toHaveResolved());
  render(<Late name="Ada" />, { wrapper: MantineProvider });
  expect(screen.getByText('Menu of Ada')).toBeVisible();
});

it('leaves the page as it is where it cannot be loaded, says so, and is loaded when asked again', async () => {
  const Late = latePart(after(1), 'The menu');
  render(
    <>
      <input aria-label="Votes" defaultValue="31" />
      <Late name="Ada" />
    </>,
    { wrapper: MantineProvider },
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('The menu could not be loaded.');
  expect(screen.getByRole('textbox', { name: 'Votes' })).toHaveValue('31');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Menu of Ada')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('can be given up', async () => {
  const onClose = vi.fn();
  const Late = latePart<{ name: string; onClose: () => void }>(after(9), 'The menu');
  render(<Late name="Ada" onClose={onClose} />, { wrapper: MantineProvider });
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
});
