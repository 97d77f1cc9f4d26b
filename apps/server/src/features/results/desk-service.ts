import { errorText } from '@ec/contract/base/errors';
import { formCodesOf } from '@ec/contract/form-codes/codes';
import { inTaskOrder } from '@ec/contract/contest-days/contests';
import { taskStatus } from '@ec/contract/results/contests';
import type { ResultTasks, SubmissionDesk } from '@ec/contract/results/desk';
import type { Actor } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { ballotAt } from '../elections/ballot-queries.ts';
import { type ElectionRow, listElectionsOfUnit } from '../elections/queries.ts';
import { findLocation } from '../geography/queries.ts';
import { findInCharge } from '../users/in-charge-queries.ts';
import { toDetail } from './answers.ts';
import { findUnitResults, type ResultRow } from './queries.ts';
import { mayReplace, photoState, submissionWindow, takesLate, type Window } from './submission-rules.ts';
import { deadlineOf, sourceOf } from '../elections/rules.ts';

function closedReason(election: ElectionRow, window: Window, result: ResultRow | undefined): string | null {
  if (window === 'not_live') return errorText('ELECTION_NOT_LIVE', { status: election.status });
  if (window === 'closed') return 'The deadline for this election has passed. Call your ward administrator.';
  if (result && !mayReplace(result.status)) return errorText('RESULT_FINAL', { status: result.status });
  return null;
}

/** The sheets of the officer's unit: one for each election that covers it, in the order in which they are taken. */
export async function resultTasks({ db, now, organisation }: ReadContext, actor: Actor): Promise<ResultTasks> {
  const source = sourceOf(actor.role);
  if (!source || actor.area === null) return { tasks: [] };
  const [elections, results] = await Promise.all([
    listElectionsOfUnit(db, actor.area),
    findUnitResults(db, actor.area, source),
  ]);
  return {
    tasks: inTaskOrder(elections).map((election) => {
      const row = results.find(({ electionId }) => electionId === election.id);
      const window = submissionWindow(election, organisation.settings.election, now);
      return {
        electionId: election.id,
        electionName: election.name,
        electionType: election.type,
        electionDate: election.electionDate,
        contestDayId: election.contestDay?.id ?? null,
        formCode: formCodesOf(election.type, election.correctedForms).polling_unit,
        status: taskStatus(row?.status ?? null),
        resultId: row?.id ?? null,
        ...(row && { submissionId: row.submissionId }),
        photo: row ? photoState(row) : null,
        open: closedReason(election, window, row) === null,
      };
    }),
  };
}

/** What an officer finds at their desk: the unit, the elections it is part of, and what was sent for each. */
export async function submissionDesk(context: ReadContext, actor: Actor): Promise<SubmissionDesk> {
  const source = sourceOf(actor.role);
  if (!source) throw new AppError('ROLE_DENIED', { required: ['polling_unit_officer', 'gpuo', 'grassroot_puo'] });
  const unitId = actor.area;
  const settings = context.organisation.settings.election;
  const { photoSending, resultSmsNumber, takeoverAfter } = settings;
  const ways = { photoSending, resultSmsNumber, takeoverAfter };
  if (unitId === null) return { unit: null, source, elections: [], pollingUnitId: null, wardAdmin: null, ...ways };
  const [unit, elections, results, wardAdmin] = await Promise.all([
    findLocation(context.db, unitId),
    listElectionsOfUnit(context.db, unitId),
    findUnitResults(context.db, unitId, source),
    findInCharge(context.db, unitId, 'ward_admin'),
  ]);
  const desks = inTaskOrder(elections).map(async (election) => {
    const window = submissionWindow(election, settings, context.now);
    const row = results.find((result) => result.electionId === election.id);
    return {
      id: election.id,
      name: election.name,
      type: election.type,
      contestDay: election.contestDay,
      status: election.status,
      electionDate: election.electionDate,
      formCode: formCodesOf(election.type, election.correctedForms).polling_unit,
      parties: election.parties,
      ...(await ballotAt(context.db, election, unitId)),
      fullEc8a: election.configuration.fullEc8a === true,
      allPartiesListed: election.configuration.allPartiesListed === true,
      deadline: deadlineOf(election.closesAt, settings.resultSubmissionDeadline).toISOString(),
      closed: closedReason(election, window, row),
      late: window === 'late',
      lateTaken: takesLate(election.status, settings),
      result: row ? await toDetail(context.db, { ...context, actor }, row) : null,
    };
  });
  return {
    unit: unit ?? null,
    source,
    elections: await Promise.all(desks),
    pollingUnitId: unitId,
    wardAdmin: wardAdmin ?? null,
    ...ways,
  };
}
