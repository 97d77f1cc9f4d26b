import { withServer } from '../bench.ts';
import { atMost, part, plain, type Row } from '../part.ts';
import { measureSlowPhones, measureSlowSignIns, type SlowPhone, type SlowSignIn } from '../slow-phone.ts';
import { rounded } from '../statistics.ts';

/** Seconds within which a photo of 3.65 MB is to have arrived by its copy, by kilobits a second. */
const PHOTO_GOALS: Partial<Record<number, number>> = { 50: 90, 400: 10 };

/** Seconds until the sign-in page can be typed into, on a phone that has never been here. */
const SIGN_IN_GOALS: Partial<Record<number, number>> = { 50: 12, 400: 3 };

function signInRow({ kilobits, usableMs, bytesDown }: SlowSignIn): Row {
  const goal = SIGN_IN_GOALS[kilobits];
  const what = `${kilobits} kbit/s: the sign-in page can be typed into, on a first visit`;
  const figure: [number, string] = [rounded(usableMs / 1000, 1), 's'];
  const detail = `${rounded(bytesDown / 1024, 0)} KB came`;
  return goal === undefined ? plain(what, figure, detail) : atMost(goal, what, figure, detail);
}

function rowsOf(phone: SlowPhone): Row[] {
  const { kilobits, cutEverySeconds, copyBytes, receiptMs, photoMs, bytesUp } = phone;
  const where = `${kilobits} kbit/s${cutEverySeconds > 0 ? `, cut every ${cutEverySeconds} s` : ''}`;
  const seconds = rounded(photoMs / 1000, 1);
  const goal = cutEverySeconds === 0 ? PHOTO_GOALS[kilobits] : undefined;
  const detail = `copy of ${rounded(copyBytes / 1024, 0)} KB`;
  const times = rounded(bytesUp / copyBytes, 2);
  const arrived = `${where}: the photo has arrived, after its choice`;
  const share = `${where}: bytes sent, of the copy’s`;
  return [
    cutEverySeconds === 0 && kilobits === 50
      ? atMost(3, `${where}: receipt of the figures, after the tap`, [rounded(receiptMs / 1000, 2), 's'])
      : plain(`${where}: receipt of the figures, after the tap`, [rounded(receiptMs / 1000, 2), 's']),
    goal === undefined ? plain(arrived, [seconds, 's'], detail) : atMost(goal, arrived, [seconds, 's'], detail),
    cutEverySeconds > 0 ? atMost(1.3, share, [times, 'times']) : plain(share, [times, 'times']),
  ];
}

export const slowPhonePart = part({
  title:
    'An officer’s phone behind a TCP proxy of so many kilobits a second each way, 400 ms round trip, 2 percent of packets lost: figures, and a photo of 3.65 MB of which a copy goes first',
  async run(bench) {
    await bench.election();
    return await withServer(bench, async ({ origin }) => {
      const signIns = await measureSlowSignIns(origin, bench.sizes.runs);
      const phones = await measureSlowPhones(bench.database, origin);
      return phones && signIns && { signIns, phones };
    });
  },
  rows: ({ signIns, phones }) => [...signIns.map(signInRow), ...phones.flatMap(rowsOf)],
});
