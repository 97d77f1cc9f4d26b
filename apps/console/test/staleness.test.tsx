import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StaleBanner } from '../src/components/page/StaleBanner.tsx';
import { ApiError } from '../src/lib/http/api-error.ts';
import { markSynced, setStreamState, useConnection } from '../src/lib/stream/connection.ts';
import { DOWN_MS } from '../src/lib/stream/staleness.ts';
import { renderElement } from './render.tsx';

/** 14:32:07 in Lagos. */
const LOADED = Date.parse('2023-02-25T13:32:07Z');

interface Options {
  staleTime?: number;
  refetchInterval?: number;
  meta?: { shell?: true; ownAge?: true };
}

let answer: () => Promise<string>;
let asked = 0;

function Part({ name, options }: { name: string; options: Options }) {
  const { data } = useQuery({ queryKey: [name], queryFn: () => answer(), ...options });
  return <p>{data ?? 'Loading'}</p>;
}

async function show(...parts: Options[]) {
  renderElement(
    <>
      <StaleBanner />
      {parts.map((options, index) => (
        <Part key={index} name={`part ${index}`} options={options} />
      ))}
    </>,
  );
  await act(() => vi.advanceTimersByTimeAsync(0));
}

const banner = () => screen.queryByRole('group', { name: 'Not up to date' });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const network = () => Promise.reject(ApiError.client('NETWORK'));

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(LOADED);
  asked = 0;
  answer = () => Promise.resolve(`answer ${++asked}`);
  useConnection.setState({ stream: 'open', network: true, lastSync: LOADED, downSince: null });
});
afterEach(() => {
  vi.useRealTimers();
  useConnection.setState({ stream: 'connecting', network: true, lastSync: null, downSince: null });
});

describe('a screen that could not be refreshed', () => {
  it('says from when it is, lets the age tick, and stops when fresh data is in', async () => {
    await show({ refetchInterval: 30_000 });
    expect(banner()).not.toBeInTheDocument();
    answer = network;
    await pass(30_000);
    expect(banner()).toHaveTextContent(
      'Not up to date: what you see is from 14:32:07 (30 seconds ago). It could not be refreshed.',
    );
    await pass(150_000);
    expect(banner()).toHaveTextContent('14:32:07 (3 minutes ago)');
    answer = () => Promise.resolve('fresh');
    await pass(30_100);
    expect(screen.getByText('fresh')).toBeVisible();
    expect(banner()).not.toBeInTheDocument();
  });

  it('is as old as the oldest part that failed', async () => {
    await show({ refetchInterval: 60_000 });
    await pass(20_000);
    answer = network;
    await pass(40_000);
    expect(banner()).toHaveTextContent('14:32:07');
  });

  it('is requested again by Retry', async () => {
    await show({ refetchInterval: 30_000 });
    answer = network;
    await pass(30_000);
    answer = () => Promise.resolve('fresh');
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await pass(100);
    expect(screen.getByText('fresh')).toBeVisible();
    expect(banner()).not.toBeInTheDocument();
  });

  it('says what the server answered where it refused', async () => {
    await show({ refetchInterval: 30_000 });
    answer = () => Promise.reject(ApiError.answered(503, { code: 'UNAVAILABLE', error: 'Busy. Try again shortly.' }));
    await pass(30_000);
    expect(banner()).toHaveTextContent('Busy. Try again shortly.');
  });

  it('is announced once, without the age that ticks', async () => {
    await show({ refetchInterval: 30_000 });
    const live = screen.getByRole('status');
    expect(live).toBeEmptyDOMElement();
    answer = network;
    await pass(30_000);
    expect(live).toHaveTextContent(/^Not up to date\. It could not be refreshed\.$/);
    const said: unknown[] = [];
    const observer = new MutationObserver((changes) => said.push(...changes));
    observer.observe(live, { childList: true, characterData: true, subtree: true });
    await pass(60_000);
    expect(said).toEqual([]);
    observer.disconnect();
  });
});

describe('while no live updates arrive', () => {
  it('a screen is old after a few seconds, and as of when they stopped', async () => {
    await show({});
    await pass(60_000);
    act(() => setStreamState('closed'));
    await pass(DOWN_MS - 100);
    expect(banner()).not.toBeInTheDocument();
    await pass(100);
    expect(banner()).toHaveTextContent('what you see is from 14:33:07 (8 seconds ago). The server cannot be reached.');
    act(() => setStreamState('open'));
    await pass(0);
    expect(banner()).not.toBeInTheDocument();
  });

  it('a short break is passed over', async () => {
    await show({});
    act(() => setStreamState('closed'));
    await pass(DOWN_MS - 100);
    act(() => setStreamState('open'));
    await pass(60_000);
    expect(banner()).not.toBeInTheDocument();
  });

  it('a part that is still read again is as old as its last answer', async () => {
    await show({ refetchInterval: 30_000 });
    act(() => setStreamState('closed'));
    answer = () => {
      markSynced();
      return Promise.resolve('fresh');
    };
    await pass(45_000);
    expect(banner()).toHaveTextContent(/14:32:37 \(1[45] seconds ago\)\. Live updates do not arrive\./);
  });

  it('names the network where the device has none', async () => {
    await show({});
    act(() => void window.dispatchEvent(new Event('offline')));
    await pass(DOWN_MS);
    expect(banner()).toHaveTextContent('This device has no network.');
    act(() => void window.dispatchEvent(new Event('online')));
    await pass(0);
    expect(banner()).not.toBeInTheDocument();
  });
});

describe('nothing is called old', () => {
  it.each([
    [
      'on a page that shows its age itself',
      [{}, { staleTime: Number.POSITIVE_INFINITY, meta: { ownAge: true as const } }],
    ],
    ['that is read once and does not change', [{ staleTime: Number.POSITIVE_INFINITY }]],
    ['that belongs to the frame', [{ meta: { shell: true as const } }]],
    ['where there is no data', []],
  ] as [string, Options[]][])('%s', async (_name, parts) => {
    await show(...parts);
    act(() => setStreamState('closed'));
    answer = network;
    await pass(60_000);
    expect(banner()).not.toBeInTheDocument();
  });
});
