import * as z from 'zod/mini';
import type { Endpoints } from '../base/endpoint.ts';

const fine = z.object({ status: z.literal('ok') });

export const HEALTH_ENDPOINTS = {
  'GET /health': { summary: 'Is the process alive', answer: fine },
  'GET /ready': { summary: 'Is the database reachable and migrated', answer: fine },
} satisfies Endpoints;
