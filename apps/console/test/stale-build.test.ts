import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reloadWhenOutdated } from '../src/app/stale-build.ts';

const RUNNING = '/assets/index-running.js';
const page = (script: string) => `<!doctype html><script type="module" src="${script}"></script>`;

const reload = vi.fn<() => void>();
let answer: () => Promise<Response>;
reloadWhenOutdated(reload);

beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  const script = Object.assign(document.createElement('script'), { type: 'module' });
  script.setAttribute('src', RUNNING);
  document.head.replaceChildren(script);
  vi.stubGlobal(
    'fetch',
    vi.fn(() => answer()),
  );
});
afterEach(() => vi.unstubAllGlobals());

/** A part of the console that was requested does not come; answers when the server's word has been looked at. */
async function partMissing(): Promise<void> {
  window.dispatchEvent(new Event('vite:preloadError'));
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve));
}

it('loads the page anew where the server has a newer build, once', async () => {
  answer = () => Promise.resolve(new Response(page('/assets/index-newer.js')));
  await partMissing();
  expect(reload).toHaveBeenCalledTimes(1);
  await partMissing();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('leaves the page as it is where there is no network, no sound answer, or no newer build', async () => {
  for (const next of [
    () => Promise.reject(new TypeError('no network')),
    () => Promise.resolve(new Response('Bad gateway', { status: 502 })),
    () => Promise.resolve(new Response(page(RUNNING))),
  ]) {
    answer = next;
    await partMissing();
  }
  expect(reload).not.toHaveBeenCalled();
});
