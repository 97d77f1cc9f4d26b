import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { throttled } from './throttle.ts';

describe('reading again', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('happens at once, then at most once a second, and always after the last message', async () => {
    const run = vi.fn(async () => undefined);
    const refresh = throttled(run, 1000);
    refresh.ask();
    expect(run).toHaveBeenCalledTimes(1);
    for (let i = 0; i < 25; i++) {
      await vi.advanceTimersByTimeAsync(100);
      refresh.ask();
    }
    expect(run).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(1000);
    expect(run).toHaveBeenCalledTimes(4);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(run).toHaveBeenCalledTimes(4);
  });

  it('waits for a slow reading, and follows it with one more, also after a failure', async () => {
    const readings: PromiseWithResolvers<void>[] = [];
    const run = vi.fn(() => {
      const reading = Promise.withResolvers<void>();
      readings.push(reading);
      return reading.promise;
    });
    const refresh = throttled(run, 1000);
    refresh.ask();
    await vi.advanceTimersByTimeAsync(5000);
    refresh.ask();
    expect(run).toHaveBeenCalledTimes(1);
    readings[0]?.reject(new Error('lost'));
    await vi.advanceTimersByTimeAsync(0);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('ends with the page', async () => {
    const run = vi.fn(async () => undefined);
    const refresh = throttled(run, 1000);
    refresh.ask();
    refresh.ask();
    refresh.cancel();
    await vi.advanceTimersByTimeAsync(5000);
    expect(run).toHaveBeenCalledTimes(1);
  });
});
