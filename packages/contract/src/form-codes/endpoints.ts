import type { Endpoints } from '../base/endpoint.ts';
import { ChangeFormCodesRequest, FormCodesAnswer } from './schemas.ts';

export const FORM_CODE_ENDPOINTS = {
  'GET /form-codes': {
    summary: 'The code printed on the form of each election type and level',
    answer: FormCodesAnswer,
  },
  'PATCH /form-codes': {
    summary: 'Correct codes of forms',
    body: ChangeFormCodesRequest,
    answer: FormCodesAnswer,
  },
} satisfies Endpoints;
