import * as z from 'zod/mini';
import type { Endpoints } from '../base/endpoint.ts';
import { LawProfileId } from './profiles.ts';
import { ConfirmSectionRequest, LawProfileAnswer, LawProfiles } from './schemas.ts';

export const LAW_ENDPOINTS = {
  'GET /law-profiles': {
    summary: 'The laws that elections are held under, with their sections',
    answer: LawProfiles,
  },
  'POST /law-profiles/:law/confirmations': {
    summary: 'Confirm the number of a section',
    params: z.object({ law: LawProfileId }),
    body: ConfirmSectionRequest,
    answer: LawProfileAnswer,
    status: 201,
  },
} satisfies Endpoints;
