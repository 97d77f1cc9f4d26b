import type { ImportState } from '@ec/contract/geography/register-import';
import type { Tone } from '../figure/StatusChip.tsx';

export const IMPORT_STATES: Record<ImportState, { label: string; tone: Tone }> = {
  reading: { label: 'Being read', tone: 'info' },
  checking: { label: 'Being checked', tone: 'info' },
  waiting: { label: 'Waits for a decision', tone: 'wait' },
  storing: { label: 'Being stored', tone: 'info' },
  completed: { label: 'Stored', tone: 'ok' },
  failed: { label: 'Not stored', tone: 'bad' },
  discarded: { label: 'Discarded', tone: 'off' },
};
