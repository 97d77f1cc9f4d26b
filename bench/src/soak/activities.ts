import type { ElectionId } from '@ec/contract/base/common';
import { NATION } from '@ec/contract/geography/location-id';
import { REPORT_TEMPLATE_IDS } from '@ec/contract/reports/schemas';
import type { Receipt } from '@ec/contract/results/schemas';
import { setTimeout as delay } from 'node:timers/promises';
import type { DashboardQuestion } from '../dashboards.ts';
import { liveQuestions } from '../live.ts';
import type { Call, Client, Reply } from '../load.ts';
import { makeReport, runExport } from '../reports.ts';
import { photoCall, submission } from '../sheets.ts';
import { type Signing, signInOnce } from '../sign-ins.ts';
import type { Sheet, Sheets, Staying } from './people.ts';
import type { Pictures } from './pictures.ts';
import type { Kind, Recorder } from './recorder.ts';

/** What the activities of the day share. */
export interface Ground {
  origin: string;
  client: Client;
  recorder: Recorder;
  sheets: Sheets;
  pictures: Pictures;
  /** National admins and moderators. */
  watchers: Staying;
  dashboards: readonly DashboardQuestion[];
  dashboardReaders: Staying;
  signers: readonly Signing[];
  receipts: Receipt[];
}

export type Activity = (ground: Ground) => Promise<void>;

const AGAIN_MS = 2000;
/** As often as a phone tries before its officer would notice. */
const MOST_TRIES = 15;

/** Sends the call and notes how long it took; fails where it is not answered with one of these. */
async function send({ client, recorder }: Ground, kind: Kind, call: Call, wanted: readonly number[]): Promise<Reply> {
  const reply = await client.send(call);
  if (!wanted.includes(reply.status)) throw new Error(`${call.path}: ${reply.status} ${reply.text}`);
  recorder.note(kind, reply.milliseconds);
  return reply;
}

const read = async (ground: Ground, kind: Kind, path: string, token: string) =>
  await send(ground, kind, { method: 'GET', path, token }, [200]);

async function submit(ground: Ground, { election, officer, token, place }: Sheet): Promise<void> {
  const { text } = await send(ground, 'submission', submission(election, officer, token, place, true), [201]);
  ground.receipts.push((JSON.parse(text) as { data: Receipt }).data);
}

/** The queue for pictures is short by design: a device that is refused for that tries again. */
async function upload(ground: Ground, token: string, content: Buffer): Promise<Reply> {
  for (let tries = 1; ; tries++) {
    const reply = await ground.client.send(photoCall(token, content));
    if (!reply.text.includes('IMAGES_BUSY') || tries >= MOST_TRIES) return reply;
    await delay(AGAIN_MS);
  }
}

/** A sheet whose photo was sent before: only its id is named. */
export const submitSheet: Activity = async (ground) => submit(ground, await ground.sheets.next());

/** A photo, then the sheet that names it. */
export const submitWithPhoto: Activity = async (ground) => {
  const sheet = await ground.sheets.next();
  const { status, text, milliseconds } = await upload(ground, sheet.token, ground.pictures.photo());
  if (status !== 201) throw new Error(`A photo was refused: ${status} ${text}`);
  ground.recorder.note('photo', milliseconds);
  const { data } = JSON.parse(text) as { data: { id: string } };
  await submit(ground, { ...sheet, officer: { ...sheet.officer, fileId: data.id } });
};

/** A picture that is refused, or taken as it is, then the sheet all the same. */
export const attackWithPicture: Activity = async (ground) => {
  const sheet = await ground.sheets.next();
  const { status, text, milliseconds } = await upload(ground, sheet.token, ground.pictures.hostile());
  if (status >= 500) throw new Error(`A hostile picture was answered ${status}: ${text}`);
  ground.recorder.note('hostile picture', milliseconds);
  await submit(ground, sheet);
};

/** Calls the activity with 0, 1, 2 … in turn. */
function inTurn(activity: (ground: Ground, turn: number) => Promise<unknown>): Activity {
  let turn = 0;
  return async (ground) => void (await activity(ground, turn++));
}

/** Drilling down in the figures of the election that is counted. */
export const lookAtFigures = (election: ElectionId): Activity => {
  const questions = liveQuestions(election);
  return inTurn(async (ground, turn) => {
    const question = questions[turn % questions.length];
    if (question) await read(ground, 'live figures', question.path, ground.watchers.token(turn));
  });
};

export const openDashboard = (): Activity =>
  inTurn(async (ground, turn) => {
    const place = turn % ground.dashboards.length;
    const question = ground.dashboards[place];
    if (question) await read(ground, 'dashboard', question.path, ground.dashboardReaders.token(place));
  });

/** A sign-in by password, and the renewal that every console asks for later. */
export const signInAndRenew = (): Activity =>
  inTurn(async (ground, turn) => {
    const signer = ground.signers[turn % ground.signers.length];
    if (!signer) return;
    const begin = performance.now();
    const refreshToken = await signInOnce(ground.client, signer);
    ground.recorder.note('sign-in', performance.now() - begin);
    const body = JSON.stringify({ refreshToken });
    await send(ground, 'renewal', { method: 'POST', path: '/auth/refresh', body }, [200]);
  });

/** A message to the nation, and a reader of the newest page. */
export const chat = (): Activity =>
  inTurn(async (ground, turn) => {
    const path = `/chat/channels/${NATION}/messages`;
    const body = JSON.stringify({ content: `Turn ${turn}: the sheets of our ward are in` });
    const call: Call = {
      method: 'POST',
      path,
      token: ground.watchers.token(turn),
      body,
      idempotencyKey: `soak-${turn}`,
    };
    await send(ground, 'chat', call, [201]);
    await read(ground, 'chat', path, ground.watchers.token(turn + 1));
  });

export const askForReport = (election: ElectionId): Activity =>
  inTurn(async ({ client, watchers, recorder }, turn) => {
    const template = REPORT_TEMPLATE_IDS[turn % REPORT_TEMPLATE_IDS.length];
    if (!template) return;
    const { milliseconds } = await makeReport(client, watchers.token(turn), template, election);
    recorder.note('report', milliseconds);
  });

/** The live figures as a file; one time in ten the whole audit log. */
export const exportFile = (election: ElectionId): Activity =>
  inTurn(async ({ origin, watchers, recorder }, turn) => {
    const path = turn % 10 === 9 ? '/audit-logs/export.csv' : `/live/export.csv?electionId=${election}`;
    const { seconds } = await runExport(origin, watchers.token(turn), path);
    recorder.note('export', seconds * 1000);
  });
