import { describe, expect, it } from 'vitest';
import { copiedText, numbersOf } from './SilentWard.tsx';

describe('numbers to copy', () => {
  const officer = (phone: string) => ({ officer: { phone } });

  it('are those of the officers, each once, and say how many units have none', () => {
    const units = [officer('+2348031110001'), officer('+2348031110001'), officer('+2348031110002'), { officer: null }];
    const found = numbersOf(units);
    expect(found.numbers).toEqual(['+2348031110001', '+2348031110002']);
    expect(copiedText(found)).toBe('2 numbers copied. 1 unit has no officer to call.');
    expect(copiedText({ numbers: ['+2348031110001'], without: 0 })).toBe('1 number copied.');
  });
});
