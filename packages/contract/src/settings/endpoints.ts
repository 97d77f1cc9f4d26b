import type { Endpoints } from '../base/endpoint.ts';
import { SaveSettingsRequest, SettingsAnswer } from './schemas.ts';

export const SETTINGS_ENDPOINTS = {
  'GET /settings': {
    summary: 'The settings of the organisation',
    answer: SettingsAnswer,
  },
  'PUT /settings': {
    summary: 'Save the settings of the organisation',
    body: SaveSettingsRequest,
    answer: SettingsAnswer,
  },
} satisfies Endpoints;
