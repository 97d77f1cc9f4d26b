import { type Bench, repeated, withServer } from '../bench.ts';
import { atLeast, atMost, p99Plain, part, plain, type Row } from '../part.ts';
import { runSignIns, type SignInRun } from '../sign-ins.ts';
import { spread } from '../statistics.ts';

async function measure(bench: Bench, withSecondStep: boolean): Promise<SignInRun[]> {
  const { database, dataDir, sizes } = bench;
  const election = await bench.election();
  const title = withSecondStep ? 'Sign-ins with both steps' : 'Sign-ins by password';
  return await withServer(bench, (server) =>
    repeated(bench, title, () =>
      runSignIns(database, { server, dataDir, election, count: sizes.signIns, withSecondStep }),
    ),
  );
}

function rowsOf(how: string, runs: readonly SignInRun[]): Row[] {
  const rate = spread(runs.map(({ perSecond }) => perSecond));
  const ratio = spread(
    runs.map((run) => run.ratio),
    2,
  );
  const bare = spread(
    runs.flatMap((run) => run.bare),
    0,
  );
  const [first] = runs;
  return [
    plain(
      how,
      [rate.median, 'a second'],
      `runs from ${rate.min} to ${rate.max}${first ? `; p50 ${first.milliseconds.p50} ms, p99 ${first.milliseconds.p99} ms` : ''}`,
    ),
    // What is left to the rest of a sign-in, the database's work included, is a quarter of the hash.
    atLeast(
      0.8,
      `${how}: passwords checked, against argon2id alone in the same run`,
      [ratio.median, 'of argon2id alone'],
      `argon2id alone ${bare.min} to ${bare.max} a second`,
    ),
    plain(
      `${how}: of the server’s processor time, argon2id’s`,
      [
        spread(
          runs.map(({ share }) => share),
          2,
        ).median,
        'of it',
      ],
      'the rest is the sign-ins’ and what others ask for meanwhile',
    ),
    atMost(0, `${how}: refused`, [runs.reduce((sum, { errors }) => sum + errors, 0), 'sign-ins']),
    p99Plain(
      `${how}: /live/summary meanwhile, p99`,
      runs.map(({ otherCalls }) => otherCalls.meanwhile),
    ),
  ];
}

function renewalRow(runs: readonly SignInRun[]): Row {
  const rate = spread(runs.map(({ renewals }) => renewals.perSecond));
  const worst = Math.max(...runs.map(({ renewals }) => renewals.milliseconds.p99));
  const refused = runs.reduce((sum, { renewals }) => sum + renewals.errors, 0);
  // 180,000 consoles that are open, once in 15 minutes each.
  return atLeast(
    200,
    'Renewals of a session',
    [rate.median, 'a second'],
    `runs from ${rate.min} to ${rate.max}; p99 ${worst} ms at most; ${refused} refused`,
  );
}

export const signInsPart = part({
  title: 'Sign-ins through the API at 32 connections, each of another person',
  async run(bench) {
    return { password: await measure(bench, false), bothSteps: await measure(bench, true) };
  },
  rows: ({ password, bothSteps }) => [
    ...rowsOf('By password', password),
    ...rowsOf('By password and authenticator (the password is checked twice)', bothSteps),
    renewalRow([...password, ...bothSteps]),
  ],
});
