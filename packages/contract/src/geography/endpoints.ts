import * as z from 'zod/mini';
import { AreaReference } from '../base/common.ts';
import type { Endpoints } from '../base/endpoint.ts';
import { ImportStarted, RegisterImport, RegisterImportList, RegisterPreview } from './register-import.ts';
import {
  AddLocationRequest,
  DeleteLocationRequest,
  GeographicalData,
  GeographyQuery,
  Location,
  LocationList,
  LocationListQuery,
  PollingUnitStats,
  RenameLocationRequest,
} from './schemas.ts';

/** A register is sent without further fields. */
export const RegisterForm = z.strictObject({});
const WithId = z.object({ id: z.uuid() });

export const GEOGRAPHY_ENDPOINTS = {
  'GET /locations': {
    summary: 'Locations inside the own area',
    query: LocationListQuery,
    answer: LocationList,
  },
  'GET /locations/:id': {
    summary: 'A location by its id or INEC code, with its chain',
    params: z.object({ id: AreaReference }),
    answer: Location,
  },
  'GET /geographical-data': {
    summary: 'Totals and lists of regions, states, LGAs, wards and polling units with their users',
    query: GeographyQuery,
    answer: GeographicalData,
  },
  'PUT /geographical-data/update': {
    summary: 'Rename a location',
    body: RenameLocationRequest,
    answer: Location,
  },
  'POST /geographical-data/add': {
    summary: 'Add a location below its parent',
    body: AddLocationRequest,
    answer: Location,
    status: 201,
  },
  'DELETE /geographical-data/delete': {
    summary: 'Delete a location that nothing refers to',
    body: DeleteLocationRequest,
    answer: Location,
  },
  'GET /polling-units/stats': {
    summary: 'Polling units inside the own area by how their office is held, in all and by state and region',
    answer: PollingUnitStats,
  },
  'POST /geographical-data/import': {
    summary: 'Import a polling unit register (CSV, plain or gzipped) as it is',
    form: RegisterForm,
    answer: ImportStarted,
    status: 202,
  },
  'POST /geographical-data/import/preview': {
    summary: 'Preview what an import of a register would change; nothing is stored yet',
    form: RegisterForm,
    answer: ImportStarted,
    status: 202,
  },
  'POST /geographical-data/placeholders': {
    summary: "Create placeholder wards and polling units by INEC's counts, where there are none",
    body: z.strictObject({}),
    answer: ImportStarted,
    status: 202,
  },
  'POST /geographical-data/import/:id/store': {
    summary: 'Import the file of a preview; where the tree changed since, it is checked again instead (IMPORT_STALE)',
    params: WithId,
    answer: ImportStarted,
    status: 202,
  },
  'DELETE /geographical-data/import/:id': {
    summary: 'Discard a file that was checked and not imported',
    params: WithId,
    answer: RegisterImport,
  },
  'GET /geographical-data/imports': {
    summary: 'The latest register imports, newest first',
    answer: RegisterImportList,
  },
  'GET /geographical-data/import/:id': {
    summary: 'How a register import stands',
    params: WithId,
    answer: RegisterImport,
  },
  'GET /geographical-data/import/:id/preview': {
    summary: 'What the import of a file would change',
    params: WithId,
    answer: RegisterPreview,
  },
} satisfies Endpoints;
