import type { ElectionId, ResultId } from '@ec/contract/base/common';
import { ballotOf } from '@ec/contract/elections/parties';
import { ancestorOf, codeOf, type LocationId, locationType } from '@ec/contract/geography/location-id';
import type { LocationLink } from '@ec/contract/geography/schemas';
import type {
  UnusualList,
  UnusualMark,
  UnusualOfResult,
  UnusualQuery,
  UnusualStep,
  UnusualStepRequest,
} from '@ec/contract/unusual/schemas';
import type { Db } from '../../platform/database/database.ts';
import { chainLinks, loadNames } from '../../platform/database/locations.ts';
import { type Actor, areasOf, boundedArea } from '../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { areaFromReference, pageOf } from '../../platform/http/requests.ts';
import { type ElectionRow, findElectionRow } from '../elections/queries.ts';
import { coveredBy, isClosed, makeChecks, type Mark, mayExplain } from './marks-rules.ts';
import { type CountOfArea, findLgas, findPlaced, listSheets, listSteps, type StepRow } from './queries.ts';
import { insertStep, lockResult } from './repository.ts';
import { type Sheet, toSheet } from './sheet-answers.ts';
import { validOf } from './sheets.ts';

const PAGE = 50;

interface Checked {
  ballot: readonly string[];
  /** What is archived stays as it is. */
  archived: boolean;
  tests: number;
  sheets: readonly Sheet[];
  marks: readonly (Mark<Sheet> & { steps: readonly StepRow[]; closed: boolean })[];
}

/** Makes the checks of the area, which is one or several whole wards. */
async function check(db: Db, count: CountOfArea, election: Pick<ElectionRow, 'parties' | 'status'>): Promise<Checked> {
  const [rows, steps] = await Promise.all([listSheets(db, count), listSteps(db, count)]);
  const sheets = rows.map(toSheet);
  const { tests, marks } = makeChecks(sheets);
  const stepsOf = Map.groupBy(steps, (step) => `${step.resultId} ${step.check}`);
  return {
    ballot: ballotOf(election.parties),
    archived: election.status === 'archived',
    tests,
    sheets,
    marks: marks.map((mark) => {
      const own = stepsOf.get(`${mark.sheet.resultId} ${mark.check}`) ?? [];
      return { ...mark, steps: own, closed: isClosed(own, coveredBy(mark)) };
    }),
  };
}

const inPercent = (share: number) => Math.round(share * 1000) / 10;

async function toMarks(
  db: Db,
  actor: Actor,
  { ballot, archived }: Pick<Checked, 'ballot' | 'archived'>,
  marks: Checked['marks'],
): Promise<UnusualMark[]> {
  const names = await loadNames(
    db,
    marks.map(({ sheet }) => sheet.unit),
  );
  const explains = !archived && mayExplain(actor);
  return marks.map(({ check: name, sheet, twins, distances, steps, closed }) => ({
    check: name,
    resultId: sheet.resultId,
    version: sheet.version,
    resultStatus: sheet.status,
    pollingUnitId: sheet.unit,
    code: sheet.code,
    name: sheet.name,
    chain: chainLinks(sheet.unit, names),
    photoFileId: sheet.photoFileId,
    votes: Object.fromEntries(ballot.map((party, index) => [party, sheet.allVotes[index] ?? 0])),
    validVotes: validOf(sheet),
    accreditedVoters: sheet.accredited,
    registeredVoters: sheet.registered,
    twins: twins.map(({ sheet: twin, sameVoters, samePhoto }) => ({
      resultId: twin.resultId,
      pollingUnitId: twin.unit,
      code: twin.code,
      name: twin.name,
      photoFileId: twin.photoFileId,
      sameVoters,
      samePhoto,
    })),
    distances: distances.map(({ party, value, median, units }) => ({
      party: party === null ? null : (ballot[party] ?? null),
      value: inPercent(value),
      median: inPercent(median),
      units,
    })),
    closed,
    steps: steps.map(({ change, explanation, by, at }) => ({ change, explanation, by, at: at.toISOString() })),
    can: { close: explains && !closed, reopen: explains && closed },
  }));
}

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
  const election = await findElectionRow(db, electionId, [asked]);
  if (!election) throw new AppError('ELECTION_NOT_FOUND');
  const { area, previous, next } = await placeOf(db, actor, { electionId, source, area: asked });
  if (area === null) {
    return { marks: [], total: 0, open: 0, closed: 0, tests: 0, units: 0, place: null, previous: null, next: null };
  }
  const checked = await check(db, { electionId, source, area }, election);
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

async function electionOf(db: Db, electionId: ElectionId, unit: LocationId): Promise<ElectionRow> {
  const election = await findElectionRow(db, electionId, [unit]);
  if (!election) throw new AppError('NOT_FOUND');
  return election;
}

/** What the checks found about one result; `tests` and `units` are those of its ward. */
export async function unusualOfResult(db: Db, actor: Actor, id: ResultId): Promise<UnusualOfResult> {
  const place = await placed(db, actor, id);
  const checked = await check(db, place, await electionOf(db, place.electionId, place.unit));
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
  const election = await electionOf(tx, place.electionId, place.unit);
  if (election.status === 'archived') throw new AppError('ELECTION_NOT_LIVE', { status: election.status });
  const { marks } = await check(tx, place, election);
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
