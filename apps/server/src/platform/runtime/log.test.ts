import { expect, it } from 'vitest';
import { describeError } from './log.ts';

it('says what an error is and what caused it, and nothing that a library hung onto it', () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "users_phone_unique"'), {
    code: '23505',
    constraint: 'users_phone_unique',
    detail: 'Key (phone)=(+2348030000001) already exists.',
    $response: { headers: { authorization: 'Bearer hunter2' } },
  });
  const described = describeError(new Error('no luck', { cause }));
  expect(described).toMatchObject({
    type: 'Error',
    message: 'no luck',
    stack: expect.stringContaining('log.test.ts'),
    cause: { code: '23505', constraint: 'users_phone_unique' },
  });
  expect(JSON.stringify(described)).not.toMatch(/2348030000001|hunter2/);
});

it('comes to an end where an error is its own cause, and of what is no error', () => {
  const error = new Error('round');
  error.cause = error;
  expect(JSON.stringify(describeError(error)).length).toBeLessThan(20_000);
  expect(describeError('thrown text')).toMatchObject({ message: 'thrown text' });
});
