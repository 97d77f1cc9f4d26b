import { Me } from '@ec/contract/auth/schemas';
import { chainOf, codeOf, locationType } from '@ec/contract/geography/location-id';
import { entryFields } from '@ec/contract/second-entry/figures';
import { ClaimAnswer, WorkDesk } from '@ec/contract/second-entry/schemas';
import * as z from 'zod/mini';
import { meOf } from './people.ts';
import { renderConsole } from './render.tsx';
import { freshId, UNIT } from './results.ts';
import { type Call, ok, serve } from './server.ts';

const NAMES = ['Nigeria', 'South West', 'Lagos', 'Ikeja', 'Ipodo', 'Seriki Aro'];
const PARTIES = ['APC', 'LP', 'Others'];
const FORM = { parties: PARTIES, fullEc8a: false, allPartiesListed: true };

type Sheet = z.input<typeof WorkDesk>['held'][number];

/** A sheet of Seriki Aro with two parties, as its transcriber gets it; or as changed. */
export function sheetOf(change: Partial<Sheet> = {}): Sheet {
  return {
    id: freshId(),
    state: 'claimed',
    leaseUntil: new Date(Date.now() + 8.25 * 60_000).toISOString(),
    photoFileId: freshId(),
    unit: {
      code: codeOf(UNIT),
      name: 'Seriki Aro',
      chain: chainOf(UNIT).map((id, at) => ({ id, type: locationType(id), name: NAMES[at] ?? '' })),
    },
    election: { name: 'Presidential election', type: 'presidential' },
    formCode: 'EC8A',
    parties: PARTIES,
    looks: [],
    candidates: {},
    fields: entryFields(FORM),
    kept: {},
    ...change,
  };
}

/** The page that enters sheets, with these in the queue; the first `held` of them are with the transcriber already. */
export function openQueue(
  queue: Sheet[],
  { held = 0, handlers = {} }: { held?: number; handlers?: Parameters<typeof serve>[0] } = {},
) {
  const waiting = [...queue];
  const mine = waiting.splice(0, held);
  const leave = (id: string) => {
    const at = mine.findIndex((sheet) => sheet.id === id);
    if (at >= 0) mine.splice(at, 1);
  };
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('polling_unit_officer', { transcriber: true })),
    'GET /second-entries/work': () =>
      ok(WorkDesk, { held: mine, waiting: waiting.length, counts: { today: 11, entered: 240, wrong: 3 } }),
    'POST /second-entries/claim': () => {
      const next = mine.length >= 2 ? mine[0] : waiting.shift();
      if (next && !mine.includes(next)) mine.push(next);
      return ok(ClaimAnswer, { work: next ?? null });
    },
    ...Object.fromEntries(
      queue.flatMap(({ id, photoFileId }) => [
        [`GET /files/${photoFileId}`, () => new Response(new Blob(['photo']), { status: 200 })],
        ...['enter', 'unreadable', 'release'].map((act) => [
          `POST /second-entries/${id}/${act}`,
          () => {
            leave(id);
            return ok(z.object({}), {});
          },
        ]),
      ]),
    ),
    ...handlers,
  });
  const page = renderConsole('/second-entry');
  const made = (method: string, path: string) => calls.filter((call) => call.method === method && call.path === path);
  return {
    ...page,
    claims: () => made('POST', '/second-entries/claim'),
    sent: ({ id }: Sheet, act: 'enter' | 'unreadable' | 'release'): Call[] =>
      made('POST', `/second-entries/${id}/${act}`),
    photos: ({ photoFileId }: Sheet) => made('GET', `/files/${photoFileId}`),
  };
}
