import type { UnitPage } from '@ec/contract/dashboards/schemas';
import { ancestorOf, type LocationId } from '@ec/contract/geography/location-id';
import { pictureUrl } from '@ec/contract/pictures/schemas';
import type { Actor } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { seesPhone } from '../../platform/identity/phones.ts';
import { toDisputes } from '../disputes/disputes-answers.ts';
import { listDisputesOfUnit } from '../disputes/queries.ts';
import { listElectionsById, listElectionsOfUnit } from '../elections/queries.ts';
import { findLocation } from '../geography/queries.ts';
import { toDetail } from '../results/answers.ts';
import { findUnitResults } from '../results/queries.ts';
import { contactOf, toContact } from './contacts.ts';
import { toDashboardElection } from './election-choice.ts';
import { listUnitOfficers, type UnitOfficerRow } from './queries.ts';
import type { Sources } from './sources.ts';
import { sourceOf } from '../elections/rules.ts';

function toOfficer(row: UnitOfficerRow): UnitPage['officers'][number] {
  return {
    ...toContact(row),
    status: row.status,
    lastLogin: row.lastLogin?.toISOString() ?? null,
    profilePictureUrl: pictureUrl(row.pictureId),
  };
}

/** A unit with all its data; an officer sees only their own count. */
export async function unitPage(
  context: ReadContext,
  sources: Sources,
  actor: Actor,
  unitId: LocationId,
): Promise<UnitPage> {
  const { db, organisation, now } = context;
  const own = sourceOf(actor.role);
  const ward = ancestorOf(unitId, 'ward') ?? unitId;
  const [unit, officers, contact, elections, official, grassroots, disputes] = await Promise.all([
    findLocation(db, unitId),
    listUnitOfficers(db, unitId),
    contactOf({ db, sources, actor }, ward),
    listElectionsOfUnit(db, unitId),
    own === 'grassroots' ? [] : findUnitResults(db, unitId, 'official'),
    own === 'official' ? [] : findUnitResults(db, unitId, 'grassroots'),
    actor.levels.disputes === 'none' ? [] : listDisputesOfUnit(db, actor.areas, unitId),
  ]);
  if (!unit) throw new AppError('NOT_FOUND');
  const rows = [...official, ...grassroots];
  const [held, details, disputed] = await Promise.all([
    listElectionsById(
      db,
      rows.map(({ electionId }) => electionId),
    ),
    Promise.all(rows.map((row) => toDetail(db, { actor, organisation, now }, row))),
    toDisputes(db, actor, disputes),
  ]);
  const byId = new Map(held.map((election) => [election.id, election]));
  const results = details.flatMap((result) => {
    const election = byId.get(result.electionId);
    return election ? [{ election: toDashboardElection(election, organisation.settings), result }] : [];
  });
  const seen = officers.filter(({ id, role }) => seesPhone(actor, { id, role, area: unitId }));
  const missing = elections.filter(({ id }) => !rows.some(({ electionId }) => electionId === id));
  return {
    unit,
    officers: seen.map(toOfficer),
    contact,
    results: results.toSorted((a, b) => b.election.electionDate.localeCompare(a.election.electionDate)),
    missing: missing.map((election) => toDashboardElection(election, organisation.settings)),
    disputes: disputed,
  };
}
