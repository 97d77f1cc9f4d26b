import { expect, it } from 'vitest';
import { settingsOf } from '../../../test/settings.ts';
import { dangersOf } from './use-settings-form.ts';
import { draftOf } from './values.ts';

it('says before concurrent sessions are switched off that the other ones end at once', () => {
  const base = settingsOf({ security: { allowConcurrentSessions: true } });
  const draft = draftOf(base);
  expect(dangersOf(base, draft)).toEqual([]);
  draft.security.allowConcurrentSessions = false;
  const [danger, ...others] = dangersOf(base, draft);
  expect(others).toEqual([]);
  expect(danger?.text).toContain('is signed out on the others immediately; you keep this one');
});
