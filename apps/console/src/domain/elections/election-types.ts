import type { ElectionType } from '@ec/contract/elections/schemas';

/** The types of elections in words. */
export const TYPES: Record<ElectionType, string> = {
  presidential: 'Presidential',
  gubernatorial: 'Gubernatorial',
  senatorial: 'Senatorial',
  house_of_representatives: 'House of Representatives',
  state_assembly: 'State assembly',
  local_government: 'Local government',
};
