import { expect, it } from 'vitest';
import { normaliseReadable } from '../runtime/ids.ts';
import { inviteMessage, newInviteCode, showInviteCode } from './invites.ts';

it('makes codes without the characters that are taken for one another, each another one', () => {
  const codes = Array.from({ length: 500 }, newInviteCode);
  for (const code of codes) expect(code).toMatch(/^[A-HJKMNP-Z2-9]{10}$/);
  expect(new Set(codes).size).toBe(500);
});

it('shows a code in two halves, and reads it back however it is typed', () => {
  expect(showInviteCode('K7PM2XQA9W')).toBe('K7PM2-XQA9W');
  for (const typed of ['K7PM2-XQA9W', ' k7pm2 xqa9w ', 'k7pm2xqa9w'])
    expect(normaliseReadable(typed)).toBe('K7PM2XQA9W');
});

it('names the office, the code and where to use it', () => {
  const invite = { systemName: 'Election Console', roleTitle: 'Ward Admin', code: 'K7PM2XQA9W' };
  expect(inviteMessage({ ...invite, place: 'Ward 5, Ikeja', publicUrl: 'https://results.example.ng/' })).toBe(
    'Election Console: you are Ward Admin, Ward 5, Ikeja. Your invite code is K7PM2-XQA9W. ' +
      'Choose your password at https://results.example.ng/login?invite=K7PM2-XQA9W within 30 days. Do not share the code.',
  );
  expect(inviteMessage({ ...invite, place: null, publicUrl: undefined })).toBe(
    'Election Console: you are Ward Admin. Your invite code is K7PM2-XQA9W. ' +
      'Choose your password on the sign-in page under "First time here?" within 30 days. Do not share the code.',
  );
});
