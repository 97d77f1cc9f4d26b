import { describe, expect, it } from 'vitest';
import { SMS_LENGTH } from '@ec/contract/results/sms';
import { emailSubject, smsText } from './rules.ts';

const news = (title: string, message = 'At ten.') =>
  ({ topic: 'announcements', title, message, actionUrl: null }) as const;

describe('an SMS', () => {
  it('ends with where to read the rest, whatever was typed', () => {
    const text = smsText(news('Urgent: Meeting', 'x'.repeat(500)), 'https://example.ng/');
    expect(text).toHaveLength(SMS_LENGTH);
    expect(text).toMatch(/\.\.\. See https:\/\/example\.ng\/notifications$/);
  });

  it('holds no sign that turns the direction of what follows, or steers a screen', () => {
    const text = smsText(news('Meeting \u202egn.elpmaxe', 'At\n\nten\u001b[2J,\u0007 \u2066sharp\u200f'), undefined);
    expect(text).toBe('Meeting gn.elpmaxe: At ten [2J, sharp See Notifications in the console.');
  });
});

it('a subject is one line without such signs', () => {
  expect(emailSubject(news('One\u2028two\r\nBcc: \u202eother'))).toBe('One two Bcc: other');
});
