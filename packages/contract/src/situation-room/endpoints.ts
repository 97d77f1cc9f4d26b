import type { Endpoints } from '../base/endpoint.ts';
import { SilentQuery, SilentUnits, SituationQuery, SituationRoom } from './schemas.ts';

export const SITUATION_ROOM_ENDPOINTS = {
  'GET /situation-room': {
    summary: 'How the election stands, on one page',
    query: SituationQuery,
    answer: SituationRoom,
  },
  'GET /situation-room/silent': {
    summary: 'The units of an LGA or a ward that have not reported',
    query: SilentQuery,
    answer: SilentUnits,
  },
  'GET /situation-room/silent.csv': {
    summary: 'The same units as CSV',
    query: SilentQuery,
  },
} satisfies Endpoints;
