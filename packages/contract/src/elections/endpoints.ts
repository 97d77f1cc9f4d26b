import * as z from 'zod/mini';
import { ElectionId } from '../base/common.ts';
import type { Endpoints } from '../base/endpoint.ts';
import {
  CreateElectionRequest,
  Election,
  ElectionList,
  ElectionListQuery,
  ElectionMode,
  ElectionModeRequest,
  TransitionRequest,
  UpdateElectionRequest,
} from './schemas.ts';

const WithId = z.object({ id: ElectionId });

export const ELECTION_ENDPOINTS = {
  'GET /elections': {
    summary: "Elections that cover the person's area",
    query: ElectionListQuery,
    answer: ElectionList,
  },
  'GET /elections/:id': {
    summary: 'One election',
    params: WithId,
    answer: Election,
  },
  'POST /elections': {
    summary: 'Create a draft',
    body: CreateElectionRequest,
    answer: Election,
    status: 201,
  },
  'PUT /elections/:id': {
    summary: 'Change an election',
    params: WithId,
    body: UpdateElectionRequest,
    answer: Election,
  },
  'DELETE /elections/:id': {
    summary: 'Delete a draft',
    params: WithId,
    answer: WithId,
  },
  'POST /elections/:id/transition': {
    summary: 'Move an election to another status',
    params: WithId,
    body: TransitionRequest,
    answer: Election,
  },
  'GET /election-mode': {
    summary: 'Is election mode on',
    answer: ElectionMode,
  },
  'PATCH /election-mode': {
    summary: 'Switch election mode',
    body: ElectionModeRequest,
    answer: ElectionMode,
  },
} satisfies Endpoints;
