import * as z from 'zod/mini';
import type { Endpoints } from '../base/endpoint.ts';
import {
  ActivityLog,
  ActivityQuery,
  Dashboard,
  DashboardQuery,
  LgaPerformance,
  PerformanceQuery,
  RegionalPerformance,
  StatePerformance,
  UnitPage,
  WardData,
} from './schemas.ts';

/** A place by code, id or name. */
const reference = z.string().check(z.trim(), z.minLength(1), z.maxLength(120));

export const DASHBOARD_ENDPOINTS = {
  'GET /dashboard': {
    summary: "What the role's dashboard shows",
    query: DashboardQuery,
    answer: Dashboard,
  },
  'GET /activity-logs/recent': {
    summary: 'What happened lately in the own area, newest first',
    query: ActivityQuery,
    answer: ActivityLog,
  },
  'GET /geographical-data/regional-performance/:region': {
    summary: 'A zone with its states',
    params: z.object({ region: reference }),
    query: PerformanceQuery,
    answer: RegionalPerformance,
  },
  'GET /geographical-data/state-performance/:state': {
    summary: 'A state with its LGAs',
    params: z.object({ state: reference }),
    query: PerformanceQuery,
    answer: StatePerformance,
  },
  'GET /geographical-data/lga-performance/:lga': {
    summary: 'An LGA with its wards',
    params: z.object({ lga: reference }),
    query: PerformanceQuery,
    answer: LgaPerformance,
  },
  'GET /geographical-data/ward-data/:ward': {
    summary: 'A ward with its polling units',
    params: z.object({ ward: reference }),
    query: PerformanceQuery,
    answer: WardData,
  },
  'GET /polling-units/:id': {
    summary: 'A polling unit: register, officers, every version of its results, disputes',
    params: z.object({ id: reference }),
    answer: UnitPage,
  },
} satisfies Endpoints;
