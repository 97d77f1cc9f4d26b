import { inDigits } from '@ec/contract/base/wording';
import {
  ancestorOf,
  areaRange,
  childType,
  isInside,
  type LocationId,
  locationType,
} from '@ec/contract/geography/location-id';
import { loadNames } from '../../../platform/database/places.ts';
import type { Formats } from '../../../platform/runtime/format.ts';
import { listChildren, listLgaTallies, listPlaces } from '../../live/queries.ts';
import { liveSummary } from '../../live/service.ts';
import { auditNotes } from '../../second-entry/review-audit-answers.ts';
import { listUnitPairs, type Side, type UnitPair } from './comparison-queries.ts';
import { ballotsOf, emptySums, largestOf, type Sums, takeIn } from './comparison-sums.ts';
import {
  areaTable,
  figuresTable,
  lonelyTable,
  type Names,
  partyTable,
  shareChart,
  unitTable,
} from './comparison-tables.ts';
import { snapshotsOf } from './election-snapshots.ts';
import { KINDS } from './election-area-tables.ts';
import { placeText, type Subject, unitFormsOf } from './request-words.ts';
import { type ReportSource, required, type Template } from './template.ts';

/** The form of polling units as it is printed on the paper, of each election that is compared. */
function formsText(subject: Subject): string {
  const forms = unitFormsOf(subject);
  return `The figures of polling units are those of ${forms.length === 1 ? 'form' : 'forms'} ${forms.join(' and ')}.`;
}

/** The two compared counts and their names. */
function sidesOf({ election, otherElection }: Subject, formats: Formats): { left: Side; right: Side; names: Names } {
  const first = required(election);
  if (!otherElection) {
    const names = { left: 'Official', right: 'Grassroots' };
    return {
      left: { electionId: first.id, source: 'official' },
      right: { electionId: first.id, source: 'grassroots' },
      names,
    };
  }
  const alike = first.name === otherElection.name;
  const nameOf = (row: typeof first) => (alike ? `${row.name} ${formats.day(row.electionDate)}` : row.name);
  return {
    left: { electionId: first.id, source: 'official' },
    right: { electionId: otherElection.id, source: 'official' },
    names: { left: nameOf(first), right: nameOf(otherElection) },
  };
}

/** The area type of the sums: states for the nation, else the next level down. */
function levelBelow(area: LocationId): keyof typeof KINDS {
  const type = locationType(area);
  if (type === 'national') return 'state';
  const child = childType(type);
  return child && child !== 'national' ? child : 'polling_unit';
}

/** The LGAs of the area with results in either count: only one is held in memory at a time. */
async function partsOf({ db }: ReportSource, sides: readonly Side[], area: LocationId): Promise<LocationId[]> {
  if (['lga', 'ward', 'polling_unit'].includes(locationType(area))) return [area];
  const tallies = await Promise.all(sides.map(({ electionId, source }) => listLgaTallies(db, electionId, source)));
  const reporting = new Set(tallies.flat().map(({ areaId }) => areaId));
  return [...reporting].filter((id) => isInside(id, area)).toSorted((a, b) => a - b);
}

async function addUp(source: ReportSource, left: Side, right: Side, area: LocationId): Promise<Sums> {
  const { subject } = source;
  const ballots = ballotsOf(
    required(subject.election).parties,
    (subject.otherElection ?? required(subject.election)).parties,
  );
  const sums: Sums = { ballots, whole: emptySums(ballots), byArea: new Map(), differing: [], lonely: [] };
  const level = levelBelow(area);
  const parts = await partsOf(source, [left, right], area);
  for (const [index, part] of parts.entries()) {
    for (const unit of await listUnitPairs(source.db, left, right, part)) {
      takeIn(sums, ancestorOf(unit.unitId, level) ?? unit.unitId, unit, ballots, subject.threshold);
    }
    await source.step((0.8 * (index + 1)) / parts.length);
  }
  return sums;
}

/** The areas of the table in the order of their codes. */
async function areasOf({ db }: ReportSource, area: LocationId) {
  const level = levelBelow(area);
  const { first, last } = areaRange(area);
  if (level === 'region' || level === 'state' || level === 'lga') {
    const places = await listPlaces(db);
    const within = places.filter(({ id, type }) => type === level && id >= first && id <= last);
    return level === 'state' ? within.toSorted((a, b) => a.code.localeCompare(b.code)) : within;
  }
  return await listChildren(db, area);
}

/** Two counts of the same polling units compared: official and grassroots, or two elections. */
export const resultComparison: Template = async (source) => {
  const { db, asOf, subject, formats } = source;
  const area = required(subject.areas[0]);
  const { left, right, names } = sidesOf(subject, formats);
  const summary = await liveSummary(db, snapshotsOf(db, asOf), { ...left, area });
  const sums = await addUp(source, left, right, area);
  const differing = largestOf(sums.differing);
  const { lonely } = sums;
  const wardOf = ({ unitId }: UnitPair) => ancestorOf(unitId, 'ward') ?? unitId;
  const places = await loadNames(db, [...differing.map(({ unit }) => unit), ...lonely].map(wardOf));
  const placeOf = (unit: UnitPair) => placeText(wardOf(unit), places);
  const { whole } = sums;
  const main = figuresTable(differing, sums, placeOf, names);
  return {
    title: `Result comparison: ${required(subject.election).name}`,
    basis: `Provisional: results that are verified and those that still wait for review; results in dispute and cancelled results are in neither count. Figures of ${names.left} and ${names.right} are never added together. ${formsText(subject)}`,
    coverage: `Both counts have ${inDigits(whole.left.results)} of ${inDigits(summary.coverage.units)} polling units; ${inDigits(whole.onlyLeft)} have only ${names.left}, ${inDigits(whole.onlyRight)} only ${names.right}.`,
    notes: await auditNotes(
      db,
      [subject.election, subject.otherElection].filter((each) => each !== undefined),
      formats,
    ),
    sections: [
      {
        type: 'figures',
        title: 'Figures',
        items: [
          { label: 'Units with both counts', value: whole.left.results, kind: 'count' },
          { label: `Only ${names.left}`, value: whole.onlyLeft, kind: 'count' },
          { label: `Only ${names.right}`, value: whole.onlyRight, kind: 'count' },
          { label: `Units above ${subject.threshold} percentage points`, value: whole.above, kind: 'count' },
        ],
      },
      shareChart(sums, names, required(subject.election).ballot),
      partyTable(sums, names),
      areaTable(KINDS[levelBelow(area)][0], await areasOf(source, area), sums, names, subject.threshold),
      unitTable(differing, sums, placeOf, names, subject.threshold),
      lonelyTable(lonely, whole.onlyLeft + whole.onlyRight, placeOf, names),
    ],
    main,
    unitForm: unitFormsOf(subject).join(', '),
  };
};
