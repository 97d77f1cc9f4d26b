import * as z from 'zod/mini';
import { ContestDayId, ListQuery } from '../base/common.ts';
import type { Endpoints } from '../base/endpoint.ts';
import { ContestDay, ContestDayList, CreateContestDayRequest, UpdateContestDayRequest } from './schemas.ts';

const WithId = z.object({ id: ContestDayId });

export const CONTEST_DAY_ENDPOINTS = {
  'GET /contest-days': {
    summary: "Contest days with an election that covers the person's area, the newest first",
    query: ListQuery,
    answer: ContestDayList,
  },
  'POST /contest-days': {
    summary: 'Hold elections of one date together',
    body: CreateContestDayRequest,
    answer: ContestDay,
    status: 201,
  },
  'PUT /contest-days/:id': {
    summary: 'Rename a contest day, or change its elections',
    params: WithId,
    body: UpdateContestDayRequest,
    answer: ContestDay,
  },
  'DELETE /contest-days/:id': {
    summary: 'Remove a contest day in which nothing is counted; its elections stay',
    params: WithId,
    answer: WithId,
  },
} satisfies Endpoints;
