import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { peopleServer } from '../../../test/users.ts';
import { person, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { refuse, serve } from '../../../test/server.ts';
import type { UserId } from '@ec/contract/base/common';
import { storeSession } from '../session/session-store.ts';
import { download, useDownloads } from './downloads.ts';

beforeEach(() => {
  stubEventSource();
  useDownloads.setState({ list: [] });
});
afterEach(() => vi.restoreAllMocks());

const OTHER_ID = '0190a0b0-0000-7000-8000-0000000000f2' as UserId;
const SILENT = 'GET /situation-room/silent.csv';
const OF = { title: 'Silent units', fileName: 'silent.csv' };

/** A file whose lines come when the test says so. */
function slowFile() {
  const text = new TextEncoder();
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const answer = ({ signal }: { signal?: AbortSignal | null }) =>
    new Response(
      new ReadableStream({
        start(controller) {
          stream = controller;
          signal?.addEventListener('abort', () => controller.error(new DOMException('Aborted', 'AbortError')));
        },
      }),
    );
  return {
    answer,
    send: (lines: string) => stream?.enqueue(text.encode(lines)),
    end: () => stream?.close(),
  };
}

function watchSaved(): string[] {
  const saved: string[] = [];
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.download) saved.push(this.download);
  });
  return saved;
}

it('are followed in the header of other pages, saved when they are whole, and saved again from there', async () => {
  const saved = watchSaved();
  const file = slowFile();
  signedInOnDevice();
  serve({ ...peopleServer('national_admin'), [SILENT]: file.answer });
  renderConsole('/account');
  const user = userEvent.setup();
  await screen.findByRole('heading', { level: 1 });
  let done: Promise<unknown> = Promise.resolve();
  act(() => void (done = download(SILENT, { ...OF, expectedRows: 4 }, {})));
  await user.click(await screen.findByRole('button', { name: 'Downloads, 1 file on the way' }));
  await waitFor(() => file.send('unit\n1\n2\n'));
  expect(await screen.findByText('2 lines, 9 B received')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Silent units' })).toHaveAttribute('aria-valuenow', '50');
  expect(saved).toEqual([]);
  file.send('3\n4\n');
  file.end();
  await act(async () => void (await done));
  const panel = screen.getByRole('dialog', { name: 'Downloads' });
  expect(panel).toHaveTextContent('silent.csv, 4 lines, 13 B');
  await user.click(within(panel).getByRole('button', { name: 'Save again' }));
  expect(saved).toEqual(['silent.csv', 'silent.csv']);
  await user.click(within(panel).getByRole('button', { name: 'Clear the list' }));
  expect(screen.queryByRole('button', { name: /Downloads/ })).toBeNull();
});

it('save nothing where they are refused or another user signs in, who sees none of them', async () => {
  const saved = watchSaved();
  const file = slowFile();
  signedInOnDevice();
  serve({ [SILENT]: () => refuse('LEVEL_DENIED', { held: 'none', needed: 'read' }) });
  await download(SILENT, OF, {});
  expect(useDownloads.getState().list).toMatchObject([{ state: 'failed', content: null }]);
  serve({ [SILENT]: file.answer });
  storeSession({ accessToken: 'access-1', refreshToken: 'refresh-1' }, person('national_admin'));
  const running = download(SILENT, OF, {});
  await waitFor(() => file.send('unit\n'));
  storeSession({ accessToken: 'access-2', refreshToken: 'refresh-2' }, { id: OTHER_ID });
  await running;
  expect(useDownloads.getState().list).toEqual([]);
  expect(saved).toEqual([]);
});
