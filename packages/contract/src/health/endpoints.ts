import * as z from 'zod/mini';
import type { Endpoints } from '../base/endpoint.ts';

const fine = z.object({ status: z.literal('ok') });
/** `clockAheadSeconds`: of the server's machine, before the database's. */
const ready = z.object({ status: z.literal('ok'), clockAheadSeconds: z.int() });

export const HEALTH_ENDPOINTS = {
  'GET /health': { summary: 'Is the process alive', answer: fine },
  'GET /ready': { summary: 'Is the database reachable and migrated', answer: ready },
} satisfies Endpoints;
