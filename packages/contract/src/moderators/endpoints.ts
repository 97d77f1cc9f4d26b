import * as z from 'zod/mini';
import { UserId } from '../base/common.ts';
import type { Endpoints } from '../base/endpoint.ts';
import {
  CreatedModerator,
  CreateModeratorRequest,
  DeactivateModeratorRequest,
  Moderator,
  ModeratorList,
  ModeratorListQuery,
  ModeratorPrivileges,
  UpdatePrivilegesRequest,
} from './schemas.ts';

const WithId = z.object({ id: UserId });

const Answer = z.object({ moderator: Moderator });

export const MODERATOR_ENDPOINTS = {
  'GET /moderators': {
    summary: 'Everybody whose role can be narrowed, with their privileges',
    query: ModeratorListQuery,
    answer: ModeratorList,
  },
  'POST /moderators': {
    summary: 'Create a moderator with their privileges',
    body: CreateModeratorRequest,
    answer: CreatedModerator,
    status: 201,
  },
  'PUT /moderators/:id/privileges': {
    summary: 'Narrow a moderator, or give them all that their role has',
    params: WithId,
    body: UpdatePrivilegesRequest,
    answer: Answer,
  },
  'POST /moderators/:id/deactivate': {
    summary: 'Deactivate a moderator and end their sessions',
    params: WithId,
    body: DeactivateModeratorRequest,
    answer: Answer,
  },
  'GET /moderator-privileges/:userId': {
    summary: 'What is granted to a moderator at this moment: to oneself, or for the super admin to anybody',
    params: z.object({ userId: UserId }),
    answer: ModeratorPrivileges,
  },
} satisfies Endpoints;
