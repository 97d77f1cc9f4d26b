import * as z from 'zod/mini';
import type { Endpoints } from '../base/endpoint.ts';
import {
  AffectedUnitDetail,
  AffectedUnitId,
  AffectedUnitList,
  AffectedUnitListQuery,
  EditAffectedUnitRequest,
  ImportPvcRequest,
  PvcImport,
  RecordAffectedUnitRequest,
  WithdrawAffectedUnitRequest,
} from './schemas.ts';

const WithId = z.object({ id: AffectedUnitId });

export const MARGIN_OF_LEAD_ENDPOINTS = {
  'GET /margin-of-lead/units': {
    summary: 'Units that did not hold, were cancelled, postponed or credited zero',
    query: AffectedUnitListQuery,
    answer: AffectedUnitList,
  },
  'POST /margin-of-lead/units': {
    summary: 'Record a unit that did not hold',
    body: RecordAffectedUnitRequest,
    answer: AffectedUnitDetail,
    status: 201,
  },
  'POST /margin-of-lead/pvc-import': {
    summary: 'Preview or save the PVCs collected of recorded units from the text of a CSV file',
    body: ImportPvcRequest,
    answer: PvcImport,
  },
  'GET /margin-of-lead/units/:id': {
    summary: 'One record with its history',
    params: WithId,
    answer: AffectedUnitDetail,
  },
  'PUT /margin-of-lead/units/:id': {
    summary: 'Edit a record, with a reason',
    params: WithId,
    body: EditAffectedUnitRequest,
    answer: AffectedUnitDetail,
  },
  'POST /margin-of-lead/units/:id/withdraw': {
    summary: 'Withdraw a record, with a reason',
    params: WithId,
    body: WithdrawAffectedUnitRequest,
    answer: AffectedUnitDetail,
  },
} satisfies Endpoints;
