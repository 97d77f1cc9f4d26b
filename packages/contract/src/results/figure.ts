import { inDigits } from '../base/wording.ts';
import * as z from 'zod/mini';
import { MAX_FIGURE } from './sheet.ts';

/** One figure of a unit's sheet, as it is sent. */
export const figure = z
  .number('Enter a whole number')
  .check(
    z.int('Enter a whole number'),
    z.minimum(0, 'Must not be negative'),
    z.maximum(MAX_FIGURE, `Must not exceed ${inDigits(MAX_FIGURE)}`),
  );
