import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Near } from './Near.tsx';

let move: (isIntersecting: boolean) => void = () => undefined;

class Screen {
  constructor(seen: IntersectionObserverCallback) {
    move = (isIntersecting) => seen([{ isIntersecting } as IntersectionObserverEntry], this as never);
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

const chart = (text = 'A chart', subject = 'Nation', follows = false) => (
  <Near height={160} subject={subject} follows={follows}>
    <p>{text}</p>
  </Near>
);
const show = () => render(chart());

it('keeps the room of what is far below a phone’s screen, and draws it once it is near', () => {
  const { container } = show();
  expect(screen.queryByText('A chart')).toBeNull();
  expect(container.firstElementChild).toHaveStyle({ height: '160px' });
  act(() => move(true));
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

it('lets text follow its figures wherever it is, once it was near', () => {
  const { rerender } = render(chart('5 votes', 'Nation', true));
  expect(screen.queryByText('5 votes')).toBeNull();
  act(() => move(true));
  act(() => move(false));
  rerender(chart('6 votes', 'Nation', true));
  expect(screen.getByText('6 votes')).toBeVisible();
});

it('leaves what has left the screen as it is, until it comes back, is printed or is about something else', () => {
  const { rerender } = show();
  act(() => move(true));
  rerender(chart('5 votes'));
  expect(screen.getByText('5 votes')).toBeVisible();
  act(() => move(false));
  rerender(chart('6 votes'));
  expect(screen.getByText('5 votes')).toBeVisible();
  act(() => move(true));
  expect(screen.getByText('6 votes')).toBeVisible();
  act(() => move(false));
  rerender(chart('7 votes'));
  act(() => {
    window.dispatchEvent(new Event('beforeprint'));
  });
  expect(screen.getByText('7 votes')).toBeVisible();
  act(() => move(false));
  rerender(chart('1 vote', 'Lagos'));
  expect(screen.queryByText('7 votes')).toBeNull();
});
