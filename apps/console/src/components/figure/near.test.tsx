import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Near } from './Near.tsx';

let come: () => void = () => undefined;

class Screen {
  constructor(seen: IntersectionObserverCallback) {
    come = () => seen([{ isIntersecting: true } as IntersectionObserverEntry], this as never);
  }
  observe() {}
  disconnect() {}
}

beforeEach(() => vi.stubGlobal('IntersectionObserver', Screen));
const before = { matchMedia: window.matchMedia, IntersectionObserver };
afterEach(() => {
  vi.stubGlobal('matchMedia', before.matchMedia);
  vi.stubGlobal('IntersectionObserver', before.IntersectionObserver);
});

const show = () =>
  render(
    <Near height={160}>
      <p>A chart</p>
    </Near>,
  );

it('keeps the room of what is far below a phone’s screen, and draws it once it is near', () => {
  const { container } = show();
  expect(screen.queryByText('A chart')).toBeNull();
  expect(container.firstElementChild).toHaveStyle({ height: '160px' });
  act(come);
  expect(screen.getByText('A chart')).toBeVisible();
});

it('draws it for paper', () => {
  show();
  act(() => {
    window.dispatchEvent(new Event('beforeprint'));
  });
  expect(screen.getByText('A chart')).toBeVisible();
});

it('draws it at once where the screen is wide', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  show();
  expect(screen.getByText('A chart')).toBeVisible();
});
