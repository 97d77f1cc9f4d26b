import * as z from 'zod/mini';
import type { Endpoints } from '../base/endpoint.ts';
import {
  Constituency,
  ConstituencyId,
  ConstituencyImport,
  ConstituencyList,
  ConstituencyQuery,
  ImportConstituenciesRequest,
  RenameConstituencyRequest,
} from './schemas.ts';

export const CONSTITUENCY_ENDPOINTS = {
  'GET /constituencies': {
    summary: 'Senatorial districts, federal or state constituencies inside the own area',
    query: ConstituencyQuery,
    answer: ConstituencyList,
  },
  'PUT /constituencies/:id': {
    summary: 'Rename a constituency',
    params: z.object({ id: ConstituencyId }),
    body: RenameConstituencyRequest,
    answer: Constituency,
  },
  'POST /constituencies/import': {
    summary: 'Preview or import the constituencies of all wards (text of a CSV file)',
    body: ImportConstituenciesRequest,
    answer: ConstituencyImport,
  },
} satisfies Endpoints;
