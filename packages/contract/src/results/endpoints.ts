import * as z from 'zod/mini';
import { ResultId } from '../base/common.ts';
import type { Endpoints } from '../base/endpoint.ts';
import { ResultTasks, SubmissionDesk } from './desk.ts';
import {
  AskOriginalRequest,
  AskTakeoverRequest,
  DisputeRequest,
  ReasonRequest,
  Receipt,
  ResultDetail,
  ResultList,
  ResultListQuery,
  ReviewList,
  ReviewQuery,
  SubmitResultRequest,
  VerifyRequest,
} from './schemas.ts';

const WithId = z.object({ id: ResultId });

export const RESULT_ENDPOINTS = {
  'GET /results/desk': {
    summary: "The officer's desk: unit, elections, what was sent",
    answer: SubmissionDesk,
  },
  'GET /results/tasks': {
    summary: "The officer's tasks: a sheet for each election that covers the unit",
    answer: ResultTasks,
  },
  'POST /results': {
    summary: "Submit the result of one's polling unit; header Idempotency-Key",
    body: SubmitResultRequest,
    answer: Receipt,
  },
  'GET /results': {
    summary: 'Results of the area, newest change first',
    query: ResultListQuery,
    answer: ResultList,
  },
  'GET /results/review': {
    summary: 'Units to review, reported or not',
    query: ReviewQuery,
    answer: ReviewList,
  },
  'GET /results/:id': {
    summary: 'One result with its versions, checks and history',
    params: WithId,
    answer: ResultDetail,
  },
  'POST /results/:id/dispute': {
    summary: 'Dispute a result',
    params: WithId,
    body: DisputeRequest,
    answer: ResultDetail,
  },
  'POST /results/:id/verify': {
    summary: 'Verify a result',
    params: WithId,
    body: VerifyRequest,
    answer: ResultDetail,
  },
  'POST /results/:id/return': {
    summary: 'Return a result to its officer',
    params: WithId,
    body: ReasonRequest,
    answer: ResultDetail,
  },
  'POST /results/:id/ask-original': {
    summary: 'Ask the officer for the photo as it was taken',
    params: WithId,
    body: AskOriginalRequest,
    answer: ResultDetail,
  },
  'POST /results/:id/take-over': {
    summary: 'Take over a pending result from the ward',
    params: WithId,
    body: ReasonRequest,
    answer: ResultDetail,
  },
  'POST /results/:id/ask-takeover': {
    summary: 'Ask an admin above the ward to take over a result that has waited too long',
    params: WithId,
    body: AskTakeoverRequest,
    answer: ResultDetail,
  },
  'POST /results/:id/cancel': {
    summary: 'Cancel a result',
    params: WithId,
    body: ReasonRequest,
    answer: ResultDetail,
  },
} satisfies Endpoints;
