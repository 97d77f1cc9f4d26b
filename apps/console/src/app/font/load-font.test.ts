import { QueryClient } from '@tanstack/react-query';
import { createMemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectFont } from './expect-font.ts';
import { loadFontAfterFirstPage } from './load-font.ts';

const asked = vi.fn<(address: string) => Promise<Response>>();
const added = vi.fn<(font: unknown) => void>();

class TestFontFace {
  load = () => Promise.resolve(this);
}

/** A page whose code and whose first answer come when the test says so. */
function firstPage() {
  const code = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  const router = createMemoryRouter([
    { path: '/', lazy: async () => await code.promise.then(() => ({ Component: () => null })) },
  ]);
  const client = new QueryClient();
  const load = () => loadFontAfterFirstPage(router, client);
  const ask = () => client.fetchQuery({ queryKey: ['first'], queryFn: async () => await answer.promise });
  return { code, answer, router, load, ask };
}

const settled = async () => await new Promise((done) => setTimeout(done));

beforeEach(() => {
  asked.mockReset().mockImplementation(async () => await Promise.resolve(new Response('font')));
  added.mockReset();
  vi.stubGlobal('fetch', asked);
  vi.stubGlobal('FontFace', TestFontFace);
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run));
  vi.stubGlobal('document', Object.assign(document, { fonts: { add: added } }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'fonts');
  delete document.documentElement.dataset['font'];
});

describe('the font', () => {
  it('is requested when the code of the first page and its answers have come, once', async () => {
    const { code, answer, router, load, ask } = firstPage();
    load();
    const first = ask();
    code.resolve();
    await vi.waitFor(() => expect(router.state.initialized).toBe(true));
    await settled();
    expect(asked).not.toHaveBeenCalled();
    answer.resolve('it');
    await first;
    await vi.waitFor(() => expect(added).toHaveBeenCalledOnce());
    await router.navigate('/?again');
    await settled();
    expect(asked).toHaveBeenCalledOnce();
  });

  it('is not requested before the code of the page has come', async () => {
    const { load } = firstPage();
    load();
    await settled();
    expect(asked).not.toHaveBeenCalled();
  });

  it.each([
    ['the network fails', async () => await Promise.reject(new TypeError('no network'))],
    ['there is no such file', async () => await Promise.resolve(new Response(null, { status: 404 }))],
  ])('is done without when %s', async (_, answer) => {
    asked.mockImplementation(answer);
    const { code, load } = firstPage();
    load();
    code.resolve();
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    await settled();
    expect(added).not.toHaveBeenCalled();
  });

  it('is neither expected nor requested by a device whose owner saves data', async () => {
    vi.stubGlobal('navigator', { connection: { saveData: true } });
    const { code, router, load } = firstPage();
    expectFont();
    expect(document.documentElement.dataset['font']).toBeUndefined();
    load();
    code.resolve();
    await vi.waitFor(() => expect(router.state.initialized).toBe(true));
    await settled();
    expect(asked).not.toHaveBeenCalled();
  });

  it('is expected elsewhere, so that the fallback has its widths', () => {
    expectFont();
    expect(document.documentElement.dataset['font']).toBe('');
  });
});
