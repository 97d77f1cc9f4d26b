import { expect, it } from 'vitest';
import { typedDay } from './DayField.tsx';

it.each([
  ['01/02/2023', 'DD/MM/YYYY', '2023-02-01'],
  ['1/2/2023', 'DD/MM/YYYY', '2023-02-01'],
  ['01.02.2023', 'DD/MM/YYYY', '2023-02-01'],
  ['01/02/2023', 'MM/DD/YYYY', '2023-01-02'],
  ['2023-02-01', 'YYYY-MM-DD', '2023-02-01'],
  ['2023-02-01', 'DD/MM/YYYY', '2023-02-01'],
  ['2023-02-31', 'DD/MM/YYYY', null],
  ['29/02/2024', 'DD/MM/YYYY', '2024-02-29'],
  ['29/02/2023', 'DD/MM/YYYY', null],
  ['31/13/2023', 'DD/MM/YYYY', null],
  ['01/02', 'DD/MM/YYYY', null],
  ['01/02/23', 'DD/MM/YYYY', null],
  ['yesterday', 'DD/MM/YYYY', null],
])('reads %s in %s as %s', (text, format, day) => {
  expect(typedDay(text, format)).toBe(day);
});
