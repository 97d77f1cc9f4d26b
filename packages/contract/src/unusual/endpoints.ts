import * as z from 'zod/mini';
import { ResultId } from '../base/common.ts';
import type { Endpoints } from '../base/endpoint.ts';
import { UnusualStatistics, UnusualStatisticsQuery } from './statistics.ts';
import { UnusualList, UnusualOfResult, UnusualQuery, UnusualStepRequest } from './schemas.ts';

const WithId = z.object({ id: ResultId });

export const UNUSUAL_ENDPOINTS = {
  'GET /unusual': {
    summary: 'Results of an LGA or ward that differ from what stands beside them',
    query: UnusualQuery,
    answer: UnusualList,
  },
  'GET /unusual/statistics': {
    summary: 'Statistics of the results of a state',
    query: UnusualStatisticsQuery,
    answer: UnusualStatistics,
  },
  'GET /unusual/:id': {
    summary: 'What the checks found about one result',
    params: WithId,
    answer: UnusualOfResult,
  },
  'POST /unusual/:id/close': {
    summary: 'Close what a check found, with an explanation',
    params: WithId,
    body: UnusualStepRequest,
    answer: UnusualOfResult,
  },
  'POST /unusual/:id/reopen': {
    summary: 'Reopen what was closed, with an explanation',
    params: WithId,
    body: UnusualStepRequest,
    answer: UnusualOfResult,
  },
} satisfies Endpoints;
