import * as z from 'zod/mini';
import type { Endpoints } from '../base/endpoint.ts';
import { SheetForm } from '../files/endpoints.ts';
import { StoredFile } from '../files/schemas.ts';
import { EXPORT_ENDPOINTS } from './exports.ts';
import { CollationGains, CollationGap, CollationProgress, GainsQuery, GapQuery, ProgressQuery } from './gap.ts';
import { PUBLISHED_ENDPOINTS } from './published.ts';
import {
  AcknowledgeCollationRequest,
  AddPagesRequest,
  AgentListQuery,
  AssignAgentRequest,
  BlankForm,
  BlankFormQuery,
  CollationAgent,
  CollationAgentId,
  CollationAgentList,
  CollationComparison,
  CollationDesk,
  CollationDetail,
  CollationId,
  CollationList,
  CollationListQuery,
  CollationReceipt,
  DisputeCollationRequest,
  EnterCollationRequest,
  ReturnCollationRequest,
  VerifyCollationRequest,
} from './schemas.ts';

const params = z.object({ id: CollationId });

export const COLLATION_ENDPOINTS = {
  ...PUBLISHED_ENDPOINTS,
  ...EXPORT_ENDPOINTS,
  'GET /collations/desk': { summary: 'The forms that the caller enters', answer: CollationDesk },
  'GET /collations/blank': {
    summary: 'An empty form with its rows, before it is entered',
    query: BlankFormQuery,
    answer: BlankForm,
  },
  'POST /collations/files': {
    summary: 'Upload the photo of a page of a form (multipart, PNG or JPG, at most 10 MB)',
    form: SheetForm,
    answer: StoredFile,
    status: 201,
  },
  'POST /collations': {
    summary: 'Enter a form: its rows and stated totals (with an Idempotency-Key)',
    body: EnterCollationRequest,
    answer: CollationReceipt,
    status: 201,
  },
  'GET /collations': { summary: 'Forms of the area, newest first', query: CollationListQuery, answer: CollationList },
  'GET /collations/gap': {
    summary: 'The exact parts of the gap between our own votes of a party and the declared ones',
    query: GapQuery,
    answer: CollationGap,
  },
  'GET /collations/gains': {
    summary: 'What each party gained and lost by form and place, on the way to what was declared',
    query: GainsQuery,
    answer: CollationGains,
  },
  'GET /collations/progress': {
    summary: 'Collation centres of the area: what is in, and who is there',
    query: ProgressQuery,
    answer: CollationProgress,
  },
  'GET /collations/agents': {
    summary: 'Collation agents of the area',
    query: AgentListQuery,
    answer: CollationAgentList,
  },
  'PUT /collations/agents': {
    summary: 'Assign a person to a collation centre; a person has one an election',
    body: AssignAgentRequest,
    answer: CollationAgent,
  },
  'DELETE /collations/agents/:id': {
    summary: 'End the assignment of a collation agent',
    params: z.object({ id: CollationAgentId }),
    answer: z.object({}),
  },
  'GET /collations/:id': { summary: 'One form with its rows, versions and history', params, answer: CollationDetail },
  'GET /collations/:id/comparison': {
    summary: 'The rows of a form beside our own figures and the forms below',
    params,
    answer: CollationComparison,
  },
  'POST /collations/:id/pages': {
    summary: 'Add pages to the version of a form that was sent without them',
    params,
    body: AddPagesRequest,
    answer: CollationDetail,
  },
  'POST /collations/:id/verify': {
    summary: 'Verify a form',
    params,
    body: VerifyCollationRequest,
    answer: CollationDetail,
  },
  'POST /collations/:id/return': {
    summary: 'Return a form to the person who entered it',
    params,
    body: ReturnCollationRequest,
    answer: CollationDetail,
  },
  'POST /collations/:id/dispute': {
    summary: 'Dispute a form; verified forms above it are out of date until they are looked at',
    params,
    body: DisputeCollationRequest,
    answer: CollationDetail,
  },
  'POST /collations/:id/acknowledge': {
    summary: 'Confirm that a form out of date was looked at',
    params,
    body: AcknowledgeCollationRequest,
    answer: CollationDetail,
  },
} satisfies Endpoints;
