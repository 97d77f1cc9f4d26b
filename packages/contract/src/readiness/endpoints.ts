import * as z from 'zod/mini';
import { ElectionId } from '../base/common.ts';
import type { Endpoints } from '../base/endpoint.ts';
import { Readiness } from './schemas.ts';

export const READINESS_ENDPOINTS = {
  'GET /elections/:id/readiness': {
    summary: 'What is left to do before an election, inside the own areas',
    params: z.object({ id: ElectionId }),
    answer: Readiness,
  },
} satisfies Endpoints;
