import { describe, expect, it } from 'vitest';
import { formatPhone } from './format.ts';

describe('telephone numbers', () => {
  it.each([
    ['+2348031234567', '0803 123 4567'],
    ['+447700900123', '+447700900123'],
    ['+23480312', '+23480312'],
  ])('%s is shown as %s', (stored, shown) => expect(formatPhone(stored)).toBe(shown));
});
