import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecretBox } from './secret-box.ts';
import { loadSecretKeys, secretKeysVariable } from './secret-keys.ts';

const [older, newer] = [randomBytes(32), randomBytes(32)];

describe('what is sealed', () => {
  const box = createSecretBox([newer, older]);

  it('opens for what it was sealed for, and shows nothing of itself', () => {
    const sealed = box.seal('JBSWY3DPEHPK3PXP', 'ada');
    expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
    expect(box.open(sealed, 'ada')).toBe('JBSWY3DPEHPK3PXP');
    expect(box.seal('JBSWY3DPEHPK3PXP', 'ada')).not.toBe(sealed);
  });

  it('opens for nothing else, and not once it was changed', () => {
    const sealed = box.seal('JBSWY3DPEHPK3PXP', 'ada');
    const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA');
    for (const wrong of [
      changed,
      sealed.slice(0, -8),
      'JBSWY3DPEHPK3PXP',
      '',
      's1..',
      `s1.00000000.${'A'.repeat(60)}`,
    ]) {
      expect(box.open(wrong, 'ada'), wrong).toBeUndefined();
    }
    expect(box.open(sealed, 'bola')).toBeUndefined();
  });

  it('opens with a key that was followed by another, and says that it is not the one of today', () => {
    const sealed = createSecretBox([older]).seal('secret', 'ada');
    expect(box.open(sealed, 'ada')).toBe('secret');
    expect(box.isCurrent(sealed)).toBe(false);
    expect(createSecretBox([newer]).open(sealed, 'ada')).toBeUndefined();
  });
});

describe('the key of the data folder', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(path.join(os.tmpdir(), 'ec-keys-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('is made once, for its owner alone', () => {
    const [first] = loadSecretKeys({ dataDir });
    expect(loadSecretKeys({ dataDir })).toEqual([first]);
    expect(statSync(path.join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(path.join(dataDir, 'secret.key'), 'utf8').trim()).toBe(first?.toString('hex'));
  });

  it('gives way to those of the environment', () => {
    expect(loadSecretKeys({ dataDir, secretKeys: [newer.toString('hex')] })).toEqual([newer]);
    expect(() => statSync(path.join(dataDir, 'secret.key'))).toThrow('ENOENT');
  });

  it('is not replaced where it cannot be read as one', () => {
    writeFileSync(path.join(dataDir, 'secret.key'), 'half a key');
    chmodSync(path.join(dataDir, 'secret.key'), 0o600);
    expect(() => loadSecretKeys({ dataDir })).toThrow('holds no key');
  });
});

describe('SECRET_KEYS', () => {
  it('takes keys of 64 hexadecimal digits, parted by commas', () => {
    const [one, other] = ['ab'.repeat(32), 'CD'.repeat(32)];
    expect(secretKeysVariable.parse(`${one}, ${other}`)).toEqual([one, other]);
    expect(secretKeysVariable.parse(undefined)).toBeUndefined();
  });

  it.each(['', 'secret', 'ab'.repeat(31), `${'ab'.repeat(32)},`])('refuses %j', (text) => {
    const parsed = secretKeysVariable.safeParse(text);
    expect(parsed.error?.issues.map(({ message }) => message).join()).toContain('64 hexadecimal digits');
  });
});
