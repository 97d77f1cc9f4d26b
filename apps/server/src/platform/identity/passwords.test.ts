import { describe, expect, it } from 'vitest';
import { hashPassword, verifyDummyHash, verifyPassword } from './passwords.ts';

/** CPU time in milliseconds: unlike wall-clock time, it does not grow while other processes run. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 9; run++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return Math.min(...times);
}

describe('passwords', () => {
  it('keeps an argon2id hash at 19 MiB, 2 passes, 1 lane, salted', async () => {
    const [one, two] = await Promise.all([hashPassword('okra-soup-9'), hashPassword('okra-soup-9')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  it('knows the right password from a wrong one, however its accents are composed', async () => {
    const stored = await hashPassword('\u1eccl\u00e1-12345');
    expect(await verifyPassword(stored, 'O\u0323la\u0301-12345')).toBe(true);
    expect(await verifyPassword(stored, 'Ola-12345')).toBe(false);
  });

  it('spends the same work on a user who does not exist', async () => {
    const stored = await hashPassword('okra-soup-9');
    expect(await verifyDummyHash('okra-soup-9')).toBe(false);
    const real = await processorTime(() => verifyPassword(stored, 'wrong'));
    const none = await processorTime(() => verifyDummyHash('wrong'));
    expect(none).toBeGreaterThan(real / 2);
    expect(none).toBeLessThan(real * 2);
  });
});
