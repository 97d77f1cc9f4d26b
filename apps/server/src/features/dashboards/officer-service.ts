import { inTaskOrder } from '@ec/contract/contest-days/contests';
import { formCodesOf } from '@ec/contract/form-codes/codes';
import type { OfficerUnit } from '@ec/contract/dashboards/schemas';
import { ancestorOf, type LocationId } from '@ec/contract/geography/location-id';
import type { Actor } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { listElectionsOfUnit } from '../elections/queries.ts';
import { findLocation } from '../geography/queries.ts';
import { findUnitResults } from '../results/queries.ts';
import { submissionWindow } from '../results/submission-rules.ts';
import { contactOf } from './contacts.ts';
import { toDashboardElection } from './election-choice.ts';
import type { Sources } from './sources.ts';
import { sourceFor } from '../elections/rules.ts';

/** An officer's unit: its elections, the submitted result of each, the deadline, and contacts. */
export async function officerUnit(
  context: ReadContext,
  sources: Sources,
  actor: Actor,
  unitId: LocationId,
): Promise<OfficerUnit> {
  const { db, now, organisation } = context;
  const source = sourceFor(actor.role, undefined);
  const ward = ancestorOf(unitId, 'ward') ?? unitId;
  const [unit, elections, results, contact] = await Promise.all([
    findLocation(db, unitId),
    listElectionsOfUnit(db, unitId),
    findUnitResults(db, unitId, source),
    contactOf({ db, sources, actor }, ward),
  ]);
  if (!unit) throw new AppError('NOT_FOUND');
  return {
    unit,
    source,
    elections: inTaskOrder(elections).map((election) => {
      const row = results.find(({ electionId }) => electionId === election.id);
      return {
        ...toDashboardElection(election, organisation.settings),
        formCode: formCodesOf(election.type, election.correctedForms).polling_unit,
        contestDay: election.contestDay,
        window: submissionWindow(election, organisation.settings.election, now),
        result: row
          ? {
              id: row.id,
              status: row.status,
              version: row.version,
              submissionId: row.submissionId,
              desk: row.desk !== null,
              submittedAt: row.submittedAt.toISOString(),
              reason: row.reason,
            }
          : null,
      };
    }),
    contact,
  };
}
