import * as z from 'zod/mini';
import type { Endpoints } from '../base/endpoint.ts';
import { LawProfileId, ProvisionKey } from './profiles.ts';
import { ConfirmSectionRequest, LawProfileAnswer, LawProfiles } from './schemas.ts';

export const LAW_ENDPOINTS = {
  'GET /law-profiles': {
    summary: 'The laws that elections are held under, with their sections',
    answer: LawProfiles,
  },
  'PATCH /law-profiles/:law/provisions/:key': {
    summary: 'Confirm the number of a section, or take the confirmation back',
    params: z.object({ law: LawProfileId, key: ProvisionKey }),
    body: ConfirmSectionRequest,
    answer: LawProfileAnswer,
  },
} satisfies Endpoints;
