import { withServer } from '../bench.ts';
import { measurePaint } from '../paint.ts';
import { atMost, part, plain } from '../part.ts';
import { PHONE } from '../phone.ts';

export const paintPart = part({
  title: `First useful paint of /dashboard (its figures are painted) on an emulated mid-range phone: a quarter of this machine’s speed, ${PHONE.kilobitsDown / 1000} Mbit/s, ${PHONE.roundTripMs} ms round trip`,
  async run(bench) {
    await bench.supervised();
    const { database, sizes } = bench;
    const roles = await withServer(bench, ({ origin }) => measurePaint(database, origin, sizes.paints));
    return roles && { phone: PHONE, roles };
  },
  rows: ({ roles }) =>
    roles.flatMap(({ role, afterSignIn, reload }) => [
      atMost(1500, `${role}: from the tap on Sign in`, [afterSignIn.median, 'ms'], `at most ${afterSignIn.max}`),
      plain(`${role}: from the start of a reload`, [reload.median, 'ms'], `at most ${reload.max}`),
    ]),
});
