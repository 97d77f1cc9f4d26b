import { describe, expect, it } from 'vitest';
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
