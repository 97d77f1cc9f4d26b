import { atMost, part } from '../part.ts';
import { runRegister } from '../register.ts';

export const registerPart = part({
  title: 'Import of the register of polling units into an empty organisation',
  run: ({ database, sizes }) => runRegister(database.url, process.env['REGISTER_FILE'], sizes.runs),
  rows: ({ units, seconds }) => [
    atMost(
      20,
      `${units.toLocaleString('en-NG')} polling units`,
      [seconds.median, 's'],
      `${seconds.min} to ${seconds.max}`,
    ),
  ],
});
