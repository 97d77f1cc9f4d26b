import { repeated, withServer } from '../bench.ts';
import { atMost, part, plain, type Row } from '../part.ts';
import { PHONE } from '../phone.ts';
import { runScreens, type ScreenTimes } from '../screens.ts';
import { spread } from '../statistics.ts';
import type { Vitals } from '../vitals.ts';

const NAMES = {
  usefulPaint: 'useful paint, ms',
  firstPaint: 'first paint, ms',
  largestPaint: 'largest paint, ms',
  blocking: 'blocking, ms',
  longestTask: 'longest task, ms',
  layoutShift: 'layout shift',
  kilobytes: 'loaded, KB',
} as const satisfies Record<keyof Vitals, string>;

/** The middle of the runs, figure by figure. */
function middle(runs: readonly Vitals[]): Vitals {
  const of = (name: keyof Vitals) =>
    spread(
      runs.map((run) => run[name]),
      3,
    ).median;
  return {
    usefulPaint: of('usefulPaint'),
    firstPaint: of('firstPaint'),
    largestPaint: of('largestPaint'),
    blocking: of('blocking'),
    longestTask: of('longestTask'),
    layoutShift: of('layoutShift'),
    kilobytes: of('kilobytes'),
  };
}

const inWords = (vitals: Vitals) =>
  (Object.keys(NAMES) as (keyof Vitals)[])
    .filter((name) => name !== 'usefulPaint')
    .map((name) => `${NAMES[name]} ${vitals[name]}`)
    .join('; ');

function middles(runs: readonly (readonly ScreenTimes[])[]): ScreenTimes[] {
  return (runs[0] ?? []).map(({ role, path }, place) => {
    const all = runs.flatMap((run) => run[place] ?? []);
    return {
      role,
      path,
      first: middle(all.map(({ first }) => first)),
      again: middle(all.map(({ again }) => again)),
    };
  });
}

function worstRow(limit: number, name: keyof Vitals, unit: string, screens: readonly ScreenTimes[]): Row {
  const worst = screens.toSorted((a, b) => b.first[name] - a.first[name])[0];
  return atMost(
    limit,
    `The worst of all screens on a first visit: ${NAMES[name].replace(/, ms$/, '')}`,
    [worst?.first[name] ?? 0, unit],
    `${worst?.path} as ${worst?.role}`,
  );
}

export const screensPart = part({
  title: `Main screens of each role on an emulated mid-range phone (a quarter of this machine’s speed, ${PHONE.kilobitsDown / 1000} Mbit/s, ${PHONE.roundTripMs} ms round trip): loaded as the address alone, first with only the shell known from the dashboard, then again`,
  async run(bench) {
    await bench.supervised();
    const { database, sizes } = bench;
    return await withServer(bench, async ({ origin }) => {
      const runs = await repeated({ sizes: { ...sizes, runs: sizes.paints } }, 'Screens', () =>
        runScreens(database, origin),
      );
      const whole = runs.filter((run) => run !== undefined);
      return whole.length > 0 ? { phone: PHONE, runs: whole } : undefined;
    });
  },
  rows({ runs }) {
    const screens = middles(runs);
    return [
      worstRow(2500, 'largestPaint', 'ms', screens),
      worstRow(200, 'blocking', 'ms', screens),
      worstRow(0.1, 'layoutShift', 'of the screen', screens),
      ...screens.flatMap(({ role, path, first, again }) => [
        plain(`${path} as ${role}: useful paint of a first visit`, [first.usefulPaint, 'ms'], inWords(first)),
        plain(`${path} as ${role}: loaded again`, [again.usefulPaint, 'ms'], inWords(again)),
      ]),
    ];
  },
});
