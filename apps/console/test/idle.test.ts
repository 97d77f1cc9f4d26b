import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { markActivity, watchIdle } from '../src/lib/session/idle.ts';

const calls = { onWarning: vi.fn(), onIdle: vi.fn(), onActive: vi.fn() };
const MINUTE = 60_000;
let limit = 0;
let stop: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  limit = 30 * MINUTE;
  stop = watchIdle({ timeoutMs: () => limit, ...calls });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

it('warns a minute before the end and then ends', () => {
  vi.advanceTimersByTime(29 * MINUTE - 1000);
  expect(calls.onWarning).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(calls.onWarning).toHaveBeenCalledWith(true);
  vi.advanceTimersByTime(MINUTE - 1000);
  expect(calls.onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(calls.onIdle).toHaveBeenCalled();
});

it('starts again with every input, and notifies the server from time to time', () => {
  vi.advanceTimersByTime(20 * MINUTE);
  window.dispatchEvent(new Event('keydown'));
  expect(calls.onActive).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(20 * MINUTE);
  expect(calls.onIdle).not.toHaveBeenCalled();
});

it('takes the warning back when the user is active in another tab', () => {
  vi.advanceTimersByTime(29 * MINUTE + 1000);
  markActivity();
  vi.advanceTimersByTime(1000);
  expect(calls.onWarning).toHaveBeenLastCalledWith(false);
  vi.advanceTimersByTime(MINUTE);
  expect(calls.onIdle).not.toHaveBeenCalled();
});

describe('a limit that changes while the user is away', () => {
  it('holds at once, and still warns a minute before the end', () => {
    vi.advanceTimersByTime(20 * MINUTE);
    limit = 10 * MINUTE;
    vi.advanceTimersByTime(1000);
    expect(calls.onWarning).toHaveBeenLastCalledWith(true);
    expect(calls.onIdle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(MINUTE);
    expect(calls.onIdle).toHaveBeenCalled();
  });

  it('is counted from the last input where there is time left', () => {
    vi.advanceTimersByTime(5 * MINUTE);
    limit = 10 * MINUTE;
    vi.advanceTimersByTime(4 * MINUTE - 1000);
    expect(calls.onWarning).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(calls.onWarning).toHaveBeenLastCalledWith(true);
  });

  it('takes the warning back where it is longer', () => {
    vi.advanceTimersByTime(29 * MINUTE + 1000);
    expect(calls.onWarning).toHaveBeenLastCalledWith(true);
    limit = 60 * MINUTE;
    vi.advanceTimersByTime(5 * MINUTE);
    expect(calls.onWarning).toHaveBeenLastCalledWith(false);
    expect(calls.onIdle).not.toHaveBeenCalled();
  });
});
