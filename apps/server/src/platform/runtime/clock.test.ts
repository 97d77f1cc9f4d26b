import { describe, expect, it } from 'vitest';
import { createSteadyClock } from './clock.ts';

const START = Date.parse('2027-02-20T18:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function machineAt(start: number) {
  let wall = start;
  let awake = 0;
  let slept = 0;
  const clock = createSteadyClock({ machine: () => wall, running: () => awake, slept: () => slept });
  return {
    /** The clock's time, in minutes since the start. */
    minutes: () => (clock.now().getTime() - START) / MINUTE,
    ahead: () => clock.ahead() / MINUTE,
    pass(ms: number) {
      wall += ms;
      awake += ms;
    },
    sleep(ms: number) {
      wall += ms;
      slept += ms;
    },
    set(byMs: number) {
      wall += byMs;
    },
  };
}

describe('the clock', () => {
  it('gives the time of the machine, also after a small correction', () => {
    const machine = machineAt(START);
    machine.pass(5 * MINUTE);
    expect(machine.minutes()).toBe(5);
    machine.set(1500);
    expect(machine.minutes()).toBe(5.025);
  });

  it('runs twice as fast after a jump forward until both agree again', () => {
    const machine = machineAt(START);
    machine.set(3 * HOUR);
    expect(machine.minutes()).toBe(0);
    machine.pass(MINUTE);
    expect(machine.minutes()).toBe(2);
    expect(machine.ahead()).toBe(179);
    machine.pass(179 * MINUTE);
    expect(machine.minutes()).toBe(360);
    machine.pass(MINUTE);
    expect(machine.minutes()).toBe(361);
  });

  it('runs half as fast after a jump back, and never goes back itself', () => {
    const machine = machineAt(START);
    machine.pass(10 * MINUTE);
    expect(machine.minutes()).toBe(10);
    machine.set(-HOUR);
    expect(machine.minutes()).toBe(10);
    machine.pass(10 * MINUTE);
    expect(machine.minutes()).toBe(15);
    machine.pass(110 * MINUTE);
    expect(machine.minutes()).toBe(70);
    expect(machine.ahead()).toBe(0);
    machine.set(-1000);
    expect(machine.minutes()).toBe(70);
  });

  it('follows at once where the machine slept', () => {
    const machine = machineAt(START);
    machine.sleep(8 * HOUR);
    machine.pass(MINUTE);
    expect(machine.minutes()).toBe(481);
    machine.set(HOUR);
    machine.pass(MINUTE);
    expect(machine.minutes()).toBe(483);
  });
});
