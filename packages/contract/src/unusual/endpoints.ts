import * as z from 'zod/mini';
import { ResultId } from '../base/common.ts';
import type { Endpoints } from '../base/endpoint.ts';
import { ImportStarted } from '../geography/register-import.ts';
import { EarlierElection, EarlierElectionId, EarlierFileForm, EarlierList } from './earlier.ts';
import { ChangeUnusualSettings, UnusualSettings, UnusualSettingsQuery } from './settings.ts';
import { UnusualStatistics, UnusualStatisticsQuery } from './statistics.ts';
import { Trial, TrialRequest, UnusualList, UnusualOfResult, UnusualQuery, UnusualStepRequest } from './schemas.ts';

const WithId = z.object({ id: ResultId });
const WithEarlier = z.object({ id: EarlierElectionId });

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
  'GET /unusual/settings': {
    summary: 'Which checks of unusual results an election has, their thresholds, and what follows from them',
    query: UnusualSettingsQuery,
    answer: UnusualSettings,
  },
  'PUT /unusual/settings': {
    summary: 'Change the checks of unusual results of an election',
    body: ChangeUnusualSettings,
    answer: UnusualSettings,
  },
  'POST /unusual/trial': {
    summary: 'What checks would have marked among the results of an earlier election; stores nothing',
    body: TrialRequest,
    answer: Trial,
  },
  'GET /unusual/earlier': {
    summary: 'Earlier elections whose results are stored for comparison, and the latest files of the caller',
    answer: EarlierList,
  },
  'POST /unusual/earlier': {
    summary:
      'Check a file of the results of an earlier election (multipart: name, type, electionDate, parties; then file, a CSV of at most 48 MB)',
    form: EarlierFileForm,
    answer: ImportStarted,
    status: 202,
  },
  'GET /unusual/earlier/:id': {
    summary: 'How an import of earlier results stands',
    params: WithEarlier,
    answer: EarlierElection,
  },
  'POST /unusual/earlier/:id/store': {
    summary: 'Store the results of a file that was checked',
    params: WithEarlier,
    answer: EarlierElection,
  },
  'DELETE /unusual/earlier/:id': {
    summary: 'Discard a file that was checked, or remove an earlier election that no election is compared with',
    params: WithEarlier,
    answer: EarlierElection,
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
