import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { markActivity, watchIdle } from '../src/lib/idle.ts';

const told = { onWarning: vi.fn(), onIdle: vi.fn(), onActive: vi.fn() };
const MINUTE = 60_000;
let stop: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  stop = watchIdle({ timeoutMs: 30 * MINUTE, ...told });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

it('warns a minute before the end and then ends', () => {
  vi.advanceTimersByTime(29 * MINUTE - 1000);
  expect(told.onWarning).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(told.onWarning).toHaveBeenCalledWith(true);
  vi.advanceTimersByTime(MINUTE - 1000);
  expect(told.onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(told.onIdle).toHaveBeenCalled();
});

it('starts again with every input, and tells the server now and then', () => {
  vi.advanceTimersByTime(20 * MINUTE);
  window.dispatchEvent(new Event('keydown'));
  expect(told.onActive).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(20 * MINUTE);
  expect(told.onIdle).not.toHaveBeenCalled();
});

it('takes the warning back when somebody is there in another tab', () => {
  vi.advanceTimersByTime(29 * MINUTE + 1000);
  markActivity();
  vi.advanceTimersByTime(1000);
  expect(told.onWarning).toHaveBeenLastCalledWith(false);
  vi.advanceTimersByTime(MINUTE);
  expect(told.onIdle).not.toHaveBeenCalled();
});
