import * as z from 'zod/mini';
import { ElectionId } from '../base/common.ts';
import { Ballot, BallotImport, ImportBallotRequest, SaveBallotRequest } from './ballot.ts';
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
  'GET /elections/:id/ballot': {
    summary: 'The parties of an election in the order of its sheet, with colours, logos and candidates',
    params: WithId,
    answer: Ballot,
  },
  'PUT /elections/:id/ballot': {
    summary: 'Save a new version of the ballot; once results were sent only with a reason',
    params: WithId,
    body: SaveBallotRequest,
    answer: Ballot,
  },
  'POST /elections/:id/ballot/import': {
    summary: 'Preview or save a ballot from the text of a CSV file',
    params: WithId,
    body: ImportBallotRequest,
    answer: BallotImport,
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
