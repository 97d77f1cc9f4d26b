import { describe, expect, it } from 'vitest';
import {
  type AdvisoryList,
  compareVersions,
  inRange,
  judgeByList,
  listOf,
  readList,
  readShipped,
  shippedPackages,
} from './advisories.mjs';
import { judge } from './audit.mjs';

const found = (severity: string) => ({ vulnerabilities: { sharp: { name: 'sharp', severity, range: '<0.35' } } });

describe('the audit of dependencies', () => {
  it.each(['high', 'critical'])('fails for a %s vulnerability, and names it', (severity) => {
    const verdict = judge(found(severity));
    expect(verdict?.ok).toBe(false);
    expect(verdict?.lines[0]).toBe(`sharp <0.35: ${severity}`);
  });

  it.each(['low', 'moderate'])('passes with a %s one', (severity) => {
    expect(judge(found(severity))?.ok).toBe(true);
  });

  it.each([
    [{ message: '405 Method Not Allowed', statusCode: 405 }],
    [{ error: { code: 'ENOTFOUND' } }],
    [undefined],
    [null],
  ])('takes the lack of an answer (%j) for none, and never for a clean one', (answer) => {
    expect(judge(answer)).toBeUndefined();
  });
});

describe('the list that stands in for the registry', () => {
  const READ = Date.parse('2026-11-01T12:00:00Z');
  const later = READ + 12 * 86_400_000;
  const advisory = { name: 'sharp', title: 'Reads beyond a buffer', severity: 'high', range: '>=0.30.0 <0.35.0' };
  const list = (changes: Partial<AdvisoryList> = {}): AdvisoryList => ({
    read: '2026-11-01',
    packages: ['pg@8.1.0', 'sharp@0.35.1'],
    advisories: [advisory],
    ...changes,
  });

  it('says its age and which packages have changed since', () => {
    const verdict = judgeByList(list(), ['pg@8.2.0', 'sharp@0.35.1'], later);
    expect(verdict?.ok).toBe(true);
    const text = verdict?.lines.join('\n') ?? '';
    expect(text).toContain('By the list of 2026-11-01, 12 days old');
    expect(text).toContain('1 of 2 shipped packages are in it');
    expect(text).toContain('changed since and unchecked: pg@8.2.0');
  });

  it.each(['high', 'critical'])('fails for a listed %s advisory that applies to a shipped version', (severity) => {
    const verdict = judgeByList(list({ advisories: [{ ...advisory, severity }] }), ['sharp@0.34.2'], later);
    expect(verdict?.ok).toBe(false);
    expect(verdict?.lines.join('\n')).toContain(`sharp 0.34.2 (>=0.30.0 <0.35.0): ${severity}, Reads beyond a buffer`);
  });

  it('passes with a lesser one, and says that it applies', () => {
    const verdict = judgeByList(list({ advisories: [{ ...advisory, severity: 'moderate' }] }), ['sharp@0.34.2'], later);
    expect(verdict?.ok).toBe(true);
    expect(verdict?.lines.join('\n')).toContain('1 advisories apply, 0 of them high or critical');
  });

  it('says nothing while the registry has never answered, or without a list', () => {
    expect(judgeByList(list({ read: null }), ['sharp@0.34.2'], later)).toBeUndefined();
    expect(judgeByList(undefined, ['sharp@0.34.2'], later)).toBeUndefined();
  });

  it('is made of the registry’s answer, each advisory once and without an address', () => {
    const via = { ...advisory, source: 1, url: 'https://example.org/a', dependency: 'sharp' };
    const report = {
      vulnerabilities: { sharp: { name: 'sharp', via: [via] }, kit: { name: 'kit', via: ['sharp', via] } },
    };
    expect(listOf(report, ['sharp@0.34.2'], READ)).toEqual({
      read: '2026-11-01',
      packages: ['sharp@0.34.2'],
      advisories: [advisory],
    });
    expect(listOf(undefined, ['sharp@0.34.2'], READ)).toEqual({
      read: null,
      packages: ['sharp@0.34.2'],
      advisories: [],
    });
  });

  it('holds what the lock file ships: neither development’s packages nor our own', () => {
    const lock = {
      packages: {
        '': { version: '0.1.0' },
        'apps/server': { version: '0.1.0' },
        'node_modules/@ec/server': { link: true },
        'node_modules/vite': { version: '8.3.8', dev: true },
        'node_modules/pg': { version: '8.1.0' },
        'node_modules/a/node_modules/@b/c': { version: '2.0.0' },
      },
    };
    expect(shippedPackages(lock)).toEqual(['@b/c@2.0.0', 'pg@8.1.0']);
  });

  it('as committed can be read, and names no address', () => {
    const committed = readList();
    expect(committed?.packages.length).toBeGreaterThan(50);
    expect(readShipped().length).toBeGreaterThan(50);
    expect(JSON.stringify(committed)).not.toMatch(/https?:|\bregistry\b/);
  });
});

it.each([
  ['1.2.3', '<1.2.4', true],
  ['1.2.4', '<1.2.4', false],
  ['1.10.0', '>=1.9.0 <2.0.0', true],
  ['2.0.0-rc.1', '<2.0.0', true],
  ['2.0.0', '>2.0.0-rc.1', true],
  ['2.0.0-rc.10', '>2.0.0-rc.9', true],
  ['3.0.1', '<2.0.0 || >=3.0.0 <3.0.2', true],
  ['2.5.0', '<2.0.0 || >= 3.0.0', false],
  ['1.5.0', '1.0.0 - 2.0.0', true],
  ['2.1.0', '1.0.0 - 2.0.0', false],
  ['1.0.0', '=1.0.0', true],
  ['1.0.0', '*', true],
  ['1.0.0', 'what is this', true],
])('version %s in range %s: %s', (version, range, inside) => {
  expect(inRange(version, range)).toBe(inside);
});

it('orders versions', () => {
  const ordered = ['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-beta', '1.0.0', '1.2.0', '1.10.0'];
  expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered);
});
