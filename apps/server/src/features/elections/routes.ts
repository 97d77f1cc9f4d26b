import type { ElectionId } from '@ec/contract/base/common';
import { MAX_BALLOT_FILE } from '@ec/contract/elections/ballot';
import type { Election } from '@ec/contract/elections/schemas';
import { ELECTION_EDITORS } from '@ec/contract/elections/schemas';
import { type Actor, areasOf } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import { pageOf } from '../../platform/http/requests.ts';
import type { Router } from '../../platform/http/router.ts';
import { ballotOfElection, importBallot, saveBallot } from './ballot-service.ts';
import { findElectionRow, listElectionRows } from './queries.ts';
import {
  changeElection,
  createElection,
  removeElection,
  switchElectionMode,
  toElections,
  transitionElection,
} from './service.ts';

const EDITORS = {
  roles: ELECTION_EDITORS,
  module: 'election_management',
  level: 'write',
  privilege: 'canManageElections',
} as const;
const ANYONE = { roles: 'any' } as const;

async function answer(context: ReadContext, actor: Actor, id: ElectionId): Promise<Election> {
  const row = await findElectionRow(context.db, id, areasOf(actor));
  const [election] = row ? await toElections(context, actor, [row]) : [];
  if (!election) throw new AppError('ELECTION_NOT_FOUND');
  return election;
}

export function electionRoutes(router: Router): void {
  router.read('GET /elections', { access: ANYONE }, async (context) => {
    const { actor, query, db } = context;
    const { rows, total } = await listElectionRows(db, { ...query, areas: areasOf(actor), ...pageOf(query, 50) });
    return { elections: await toElections(context, actor, rows), total };
  });

  router.read(
    'GET /elections/:id',
    { access: ANYONE },
    async (context) => await answer(context, context.actor, context.params.id),
  );

  router.write('POST /elections', { access: EDITORS, audit: ['election.created'] }, async (context) => {
    const id = await createElection(context, context.actor, context.body);
    return await answer(context, context.actor, id);
  });

  router.write(
    'PUT /elections/:id',
    { access: EDITORS, audit: ['election.updated', 'election.ballot_saved'] },
    async (context) => {
      await changeElection(context, context.actor, context.params.id, context.body);
      return await answer(context, context.actor, context.params.id);
    },
  );

  router.read(
    'GET /elections/:id/ballot',
    { access: ANYONE },
    async (context) => await ballotOfElection(context, context.actor, context.params.id),
  );

  router.write(
    'PUT /elections/:id/ballot',
    { access: EDITORS, bodyLimit: MAX_BALLOT_FILE, audit: ['election.ballot_saved'] },
    async (context) => await saveBallot(context, context.actor, context.params.id, context.body),
  );

  router.write(
    'POST /elections/:id/ballot/import',
    {
      access: EDITORS,
      perMinute: COSTLY.import,
      // As JSON, where each line end and quotation mark takes two bytes.
      bodyLimit: MAX_BALLOT_FILE + MAX_BALLOT_FILE / 2,
      audit: ['election.ballot_saved'],
    },
    async (context) => await importBallot(context, context.actor, context.params.id, context.body),
  );

  router.write('DELETE /elections/:id', { access: EDITORS, audit: ['election.deleted'] }, async (context) => {
    await removeElection(context, context.actor, context.params.id);
    return { id: context.params.id };
  });

  router.write(
    'POST /elections/:id/transition',
    { access: EDITORS, audit: ['election.transitioned'] },
    async (context) => {
      const { actor, params, body } = context;
      await transitionElection(context, actor, params.id, body.to, body.reason);
      return await answer(context, actor, params.id);
    },
  );
}

export function electionModeRoutes(router: Router): void {
  router.read('GET /election-mode', { access: ANYONE }, async ({ organisation }) => ({
    isElectionMode: organisation.electionMode,
    changedAt: organisation.electionModeChangedAt?.toISOString() ?? null,
  }));

  router.write(
    'PATCH /election-mode',
    { access: { roles: ['super_admin'] }, audit: ['election_mode.changed'] },
    async (context) => {
      const { isElectionMode } = context.body;
      await switchElectionMode(context, context.actor, isElectionMode);
      return { isElectionMode, changedAt: context.now.toISOString() };
    },
  );
}
