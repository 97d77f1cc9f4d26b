import '@testing-library/jest-dom/vitest';
import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { photoOutbox } from '../src/domain/sending/photo-outbox.ts';
import { outbox } from '../src/domain/sending/sheets.ts';
import { forget, keptUnder } from '../src/lib/device/device-store.ts';
import { configureFormats } from '../src/lib/format/format.ts';
import { useConnection } from '../src/lib/stream/connection.ts';

// A page is loaded when it is first opened, which takes a busy machine its time; a wait ends as soon as what it waits for is there.
configure({ asyncUtilTimeout: 25_000 });

// What jsdom lacks and the UI kit asks for.
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
}));

class Unobserving {
  observe() {}
  unobserve() {}
  disconnect() {}
}
vi.stubGlobal('ResizeObserver', Unobserving);
vi.stubGlobal('IntersectionObserver', Unobserving);
Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;

// The files of one worker share its modules: what these hold is cleared.
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  notifications.clean();
  configureFormats({ timezone: 'Africa/Lagos', dateFormat: 'DD/MM/YYYY' });
  useConnection.setState(useConnection.getInitialState());
});

// Before a test, not after it: a sheet that was being sent when a test ended is kept once more.
beforeEach(async () => {
  for (const { slot } of outbox.list()) await outbox.remove(slot);
  for (const { slot } of await keptUnder<{ slot: string }>('parcel:')) await forget(`parcel:${slot}`);
  for (const { userId, key } of photoOutbox.list()) await photoOutbox.drop(userId, key);
});
