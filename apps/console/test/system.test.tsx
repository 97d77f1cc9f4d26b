import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const meta = document.createElement('meta');
meta.name = 'application-name';

beforeEach(() => {
  vi.resetModules();
  document.head.append(meta);
});
afterEach(() => meta.remove());

async function shownName(): Promise<string | null> {
  const { useSystemName } = await import('../src/lib/session/system.ts');
  function Name() {
    return <p role="status">{useSystemName()}</p>;
  }
  render(<Name />);
  return screen.getByRole('status').textContent;
}

it('a reader without a session sees the name that the server wrote into the page', async () => {
  meta.content = 'Coalition Desk';
  expect(await shownName()).toBe('Coalition Desk');
});

it('a page that no server filled in has the name as delivered', async () => {
  meta.content = '__SYSTEM_NAME__';
  expect(await shownName()).toBe('Election Console');
});
