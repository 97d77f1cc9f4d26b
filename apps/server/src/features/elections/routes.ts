import { ElectionId } from '@ec/contract/base/common';
import {
  CreateElectionRequest,
  ELECTION_EDITORS,
  Election,
  ElectionList,
  ElectionListQuery,
  ElectionMode,
  ElectionModeRequest,
  TransitionRequest,
  UpdateElectionRequest,
} from '@ec/contract/elections/schemas';
import * as z from 'zod/mini';
import { type Actor, areasOf } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { pageOf } from '../../platform/http/requests.ts';
import type { Router } from '../../platform/http/router.ts';
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
const WithId = z.object({ id: ElectionId });

async function answer(context: ReadContext, actor: Actor, id: ElectionId): Promise<Election> {
  const row = await findElectionRow(context.db, id, areasOf(actor));
  const [election] = row ? await toElections(context, actor, [row]) : [];
  if (!election) throw new AppError('ELECTION_NOT_FOUND');
  return election;
}

export function electionRoutes(router: Router): void {
  router.read(
    {
      method: 'GET',
      path: '/elections',
      summary: "Elections that cover the person's area",
      access: ANYONE,
      query: ElectionListQuery,
      answer: ElectionList,
    },
    async (context) => {
      const { actor, query, db } = context;
      const { rows, total } = await listElectionRows(db, { ...query, areas: areasOf(actor), ...pageOf(query, 50) });
      return { elections: await toElections(context, actor, rows), total };
    },
  );

  router.read(
    {
      method: 'GET',
      path: '/elections/:id',
      summary: 'One election',
      access: ANYONE,
      params: WithId,
      answer: Election,
    },
    async (context) => await answer(context, context.actor, context.params.id),
  );

  router.write(
    {
      method: 'POST',
      path: '/elections',
      summary: 'Create a draft',
      access: EDITORS,
      audit: ['election.created'],
      body: CreateElectionRequest,
      answer: Election,
      status: 201,
    },
    async (context) => {
      const id = await createElection(context, context.actor, context.body);
      return await answer(context, context.actor, id);
    },
  );

  router.write(
    {
      method: 'PUT',
      path: '/elections/:id',
      summary: 'Change an election',
      access: EDITORS,
      audit: ['election.updated'],
      params: WithId,
      body: UpdateElectionRequest,
      answer: Election,
    },
    async (context) => {
      await changeElection(context, context.actor, context.params.id, context.body);
      return await answer(context, context.actor, context.params.id);
    },
  );

  router.write(
    {
      method: 'DELETE',
      path: '/elections/:id',
      summary: 'Delete a draft',
      access: EDITORS,
      audit: ['election.deleted'],
      params: WithId,
      answer: WithId,
    },
    async (context) => {
      await removeElection(context, context.actor, context.params.id);
      return { id: context.params.id };
    },
  );

  router.write(
    {
      method: 'POST',
      path: '/elections/:id/transition',
      summary: 'Move an election to another status',
      access: EDITORS,
      audit: ['election.transitioned'],
      params: WithId,
      body: TransitionRequest,
      answer: Election,
    },
    async (context) => {
      const { actor, params, body } = context;
      await transitionElection(context, actor, params.id, body.to, body.reason);
      return await answer(context, actor, params.id);
    },
  );
}

export function electionModeRoutes(router: Router): void {
  router.read(
    { method: 'GET', path: '/election-mode', summary: 'Is election mode on', access: ANYONE, answer: ElectionMode },
    async ({ organisation }) => ({
      isElectionMode: organisation.electionMode,
      changedAt: organisation.electionModeChangedAt?.toISOString() ?? null,
    }),
  );

  router.write(
    {
      method: 'PATCH',
      path: '/election-mode',
      summary: 'Switch election mode',
      access: { roles: ['super_admin'] },
      audit: ['election_mode.changed'],
      body: ElectionModeRequest,
      answer: ElectionMode,
    },
    async (context) => {
      const { isElectionMode } = context.body;
      await switchElectionMode(context, context.actor, isElectionMode);
      return { isElectionMode, changedAt: context.now.toISOString() };
    },
  );
}
