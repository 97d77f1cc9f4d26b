import type { Endpoints } from '../base/endpoint.ts';
import { Declaration, DeclarationQuery } from '../elections/declaration.ts';
import {
  Comparison,
  ExportQuery,
  LiveAreas,
  LiveAreasQuery,
  LiveConstituencies,
  LiveFeed,
  LiveFeedQuery,
  LiveHistory,
  LiveQuery,
  LiveSummary,
} from './schemas.ts';

export const LIVE_ENDPOINTS = {
  'GET /live/summary': {
    summary: 'Totals of an area on both bases, with coverage',
    query: LiveQuery,
    answer: LiveSummary,
  },
  'GET /live/areas': {
    summary: 'One row a child of the area',
    query: LiveAreasQuery,
    answer: LiveAreas,
  },
  'GET /live/constituencies': {
    summary: 'One row a constituency that lies wholly in the area',
    query: LiveQuery,
    answer: LiveConstituencies,
  },
  'GET /live/declaration': {
    summary: 'The test of a contest: lead, spread, what is at stake, and whether the figures decide it',
    query: DeclarationQuery,
    answer: Declaration,
  },
  'GET /live/feed': {
    summary: 'The newest results',
    query: LiveFeedQuery,
    answer: LiveFeed,
  },
  'GET /live/history': {
    summary: 'How the count of an area came about: results and votes of the strongest parties over time',
    query: LiveQuery,
    answer: LiveHistory,
  },
  'GET /live/compare': {
    summary: 'Official and grassroots counts side by side',
    query: LiveQuery,
    answer: Comparison,
  },
  'GET /live/export.csv': {
    summary: 'What is filtered, as CSV',
    query: ExportQuery,
  },
} satisfies Endpoints;
