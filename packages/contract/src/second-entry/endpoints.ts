import * as z from 'zod/mini';
import { ListQuery, UserId } from '../base/common.ts';
import type { Endpoints } from '../base/endpoint.ts';
import { DeskVersionRequest } from './desk.ts';
import {
  ClaimAnswer,
  EntryRequest,
  SecondEntryDetail,
  SecondEntryId,
  SecondEntryList,
  SecondEntryQuery,
  TranscriberAnswer,
  TranscriberList,
  TranscriberRequest,
  UnreadableRequest,
  VerdictRequest,
  WaitingForMe,
  WorkDesk,
} from './schemas.ts';

const params = z.object({ id: SecondEntryId });

export const SECOND_ENTRY_ENDPOINTS = {
  'GET /second-entries/work': {
    summary: 'The sheets that the transcriber holds, how many wait, and their own counts',
    answer: WorkDesk,
  },
  'POST /second-entries/claim': {
    summary: 'Take the next sheet, for ten minutes; the queue says which one',
    answer: ClaimAnswer,
  },
  'POST /second-entries/:id/release': { summary: 'Give a sheet back', params, answer: z.object({}) },
  'POST /second-entries/:id/enter': {
    summary: 'Store what was read from the photo',
    params,
    body: EntryRequest,
    answer: z.object({}),
  },
  'POST /second-entries/:id/unreadable': {
    summary: 'Say which fields cannot be read',
    params,
    body: UnreadableRequest,
    answer: z.object({}),
  },
  'GET /second-entries': {
    summary: 'Second entries of the area, those that wait for an arbiter first',
    query: SecondEntryQuery,
    answer: SecondEntryList,
  },
  'GET /second-entries/transcribers': {
    summary: 'The transcribers of the area, with the counts of each',
    query: ListQuery,
    answer: TranscriberList,
  },
  'PUT /second-entries/transcribers/:id': {
    summary: 'Make a person a transcriber, or end that',
    params: z.object({ id: UserId }),
    body: TranscriberRequest,
    answer: TranscriberAnswer,
  },
  'GET /second-entries/:id': {
    summary: 'One second entry, with the fields that differ',
    params,
    answer: SecondEntryDetail,
  },
  'GET /second-entries/waiting': {
    summary: 'How many second entries wait for a decision of the reader',
    answer: WaitingForMe,
  },
  'POST /second-entries/:id/desk-version': {
    summary: 'Make the second entry the next version of the result, where its officer does not answer',
    params,
    body: DeskVersionRequest,
    answer: SecondEntryDetail,
  },
  'POST /second-entries/:id/decide': {
    summary: 'Decide between the entries',
    params,
    body: VerdictRequest,
    answer: SecondEntryDetail,
  },
} satisfies Endpoints;
