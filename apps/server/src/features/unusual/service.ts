import type { ResultId } from '@ec/contract/base/common';
import { ancestorOf, codeOf, type LocationId, locationType } from '@ec/contract/geography/location-id';
import type { LocationLink } from '@ec/contract/geography/schemas';
import { UNUSUAL_CHECKS } from '@ec/contract/unusual/checks';
import type {
  UnusualList,
  UnusualMark,
  UnusualOfResult,
  UnusualQuery,
  UnusualStep,
  UnusualStepRequest,
} from '@ec/contract/unusual/schemas';
import type { Db } from '../../platform/database/database.ts';
import { chainLinks, loadNames } from '../../platform/database/places.ts';
import { type Actor, areasOf, boundedArea } from '../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { areaFromReference, pageOf } from '../../platform/http/requests.ts';
import { findElectionRow } from '../elections/queries.ts';
import { checkArea, type Checked, requireSettings } from './check-service.ts';
import { toMark } from './mark-answers.ts';
import { coveredBy } from './marks-rules.ts';
import { type CountOfArea, findLgas, findPlaced } from './queries.ts';
import { insertStep, lockResult } from './repository.ts';
import type { SettingsRow } from './settings-queries.ts';

const PAGE = 50;

async function toMarks(db: Db, actor: Actor, checked: Checked, marks: Checked['marks']): Promise<UnusualMark[]> {
  const names = await loadNames(
    db,
    marks.map(({ sheet }) => sheet.unit),
  );
  return marks.map((mark) => toMark(mark, checked, names, actor));
}

const offIn = ({ checks }: SettingsRow) => UNUSUAL_CHECKS.filter((check) => checks[check].mode === 'off');

/** The LGA or ward that the answer is of, and the LGAs beside it. */
async function placeOf(
  db: Db,
  actor: Actor,
  { electionId, source, area }: CountOfArea,
): Promise<{ area: LocationId | null; previous: LocationId | null; next: LocationId | null }> {
  const type = locationType(area);
  if (type === 'ward' || type === 'polling_unit') {
    return { area: ancestorOf(area, 'ward') ?? area, previous: null, next: null };
  }
  const count = { electionId, source };
  const lga = type === 'lga' ? area : (await findLgas(db, count, [area], null)).first;
  if (lga === null) return { area: null, previous: null, next: null };
  const { previous, next } = await findLgas(db, count, areasOf(actor), lga);
  return { area: lga, previous, next };
}

/** What the checks found in one LGA or ward of the reader's areas. Throws ELECTION_NOT_FOUND where the election does not cover it. */
export async function unusualList(
  { db }: Pick<ReadContext, 'db'>,
  actor: Actor,
  query: UnusualQuery,
): Promise<UnusualList> {
  const asked = boundedArea(actor, areaFromReference(query.area));
  const { electionId, source } = query;
  if (!(await findElectionRow(db, electionId, [asked]))) throw new AppError('ELECTION_NOT_FOUND');
  const settings = await requireSettings(db, electionId);
  const { area, previous, next } = await placeOf(db, actor, { electionId, source, area: asked });
  if (area === null) {
    const none = { total: 0, open: 0, closed: 0, tests: 0, units: 0, previous: null, next: null };
    return { ...none, marks: [], place: null, off: offIn(settings) };
  }
  const checked = await checkArea(db, { electionId, source, area }, settings);
  const shown = checked.marks
    .filter((mark) => query.check === undefined || mark.check === query.check)
    .filter((mark) => query.state === undefined || mark.closed === (query.state === 'closed'));
  const { limit, offset } = pageOf(query, PAGE);
  const ordered = [...shown.filter(({ closed }) => !closed), ...shown.filter(({ closed }) => closed)];
  const places = [area, ...[previous, next].filter((place) => place !== null)];
  const [marks, names] = await Promise.all([
    toMarks(db, actor, checked, ordered.slice(offset, offset + limit)),
    loadNames(db, places),
  ]);
  const link = (place: LocationId | null): LocationLink | null =>
    place === null ? null : (chainLinks(place, names).at(-1) ?? null);
  const closed = checked.marks.filter((mark) => mark.closed).length;
  return {
    marks,
    total: shown.length,
    open: checked.marks.length - closed,
    closed,
    tests: checked.tests,
    units: checked.sheets.length,
    off: offIn(settings),
    place: { code: codeOf(area), chain: chainLinks(area, names) },
    previous: link(previous),
    next: link(next),
  };
}

interface Placed extends CountOfArea {
  unit: LocationId;
}

/** The result's ward, whose sheets it is compared with. Throws NOT_FOUND outside the person's areas. */
async function placed(db: Db, actor: Actor, id: ResultId): Promise<Placed> {
  const found = await findPlaced(db, areasOf(actor), id);
  if (!found) throw new AppError('NOT_FOUND');
  return { ...found, area: ancestorOf(found.unit, 'ward') ?? found.unit };
}

/** What the checks found about one result; `tests` and `units` are those of its ward. */
export async function unusualOfResult(db: Db, actor: Actor, id: ResultId): Promise<UnusualOfResult> {
  const place = await placed(db, actor, id);
  const checked = await checkArea(db, place, await requireSettings(db, place.electionId));
  const own = checked.marks.filter(({ sheet }) => sheet.resultId === id);
  return { marks: await toMarks(db, actor, checked, own), tests: checked.tests, units: checked.sheets.length };
}

/** Closes or reopens a marking. Throws CONFLICT for an older version, ELECTION_NOT_LIVE, UNUSUAL_NOT_FOUND and UNUSUAL_STEP. */
export async function explainMark(
  write: WriteContext,
  actor: Actor,
  id: ResultId,
  change: UnusualStep['change'],
  request: UnusualStepRequest,
): Promise<UnusualOfResult> {
  const { tx, now } = write;
  const { check: name, version, explanation } = request;
  const place = await placed(tx, actor, id);
  if ((await lockResult(tx, id)) !== version) throw new AppError('CONFLICT');
  const settings = await requireSettings(tx, place.electionId);
  if (settings.status === 'archived') throw new AppError('ELECTION_NOT_LIVE', { status: settings.status });
  const { marks } = await checkArea(tx, place, settings);
  const mark = marks.find(({ sheet, check: one }) => sheet.resultId === id && one === name);
  if (!mark) throw new AppError('UNUSUAL_NOT_FOUND');
  if (mark.closed === (change === 'closed')) throw new AppError('UNUSUAL_STEP');
  const covers = coveredBy(mark);
  await insertStep(tx, { resultId: id, version, check: name, change, explanation, covers, by: actor.userId, at: now });
  await write.audit({
    event: change === 'closed' ? 'unusual.closed' : 'unusual.reopened',
    resourceId: id,
    areaId: place.unit,
    next: { check: name, version, explanation, covers },
  });
  return await unusualOfResult(tx, actor, id);
}
