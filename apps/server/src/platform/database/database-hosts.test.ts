import { describe, expect, it } from 'vitest';
import { hostsOf, splitHosts } from './database-hosts.ts';

describe('an address of several servers', () => {
  it.each([
    ['postgres://u:p@one:5432/db', ['postgres://u:p@one:5432/db']],
    ['postgres://one,two/db', ['postgres://one/db', 'postgres://two/db']],
    [
      'postgresql://u:p%2C%40@10.0.0.20:5432,[fd00::2]:5433/db?sslmode=require&target_session_attrs=read-write',
      [
        'postgresql://u:p%2C%40@10.0.0.20:5432/db?sslmode=require',
        'postgresql://u:p%2C%40@[fd00::2]:5433/db?sslmode=require',
      ],
    ],
  ])('names each of them: %s', (url, servers) => {
    expect(splitHosts(url)).toEqual(servers);
  });

  it.each([
    'one,two',
    'http://one,two/db',
    'postgres://u:p@one:5432,/db',
    'postgres://u:p@one:5432,two:port/db',
    'postgres://u:p@one,two/db?target_session_attrs=standby',
  ])('is none: %s', (url) => {
    expect(splitHosts(url)).toBeUndefined();
  });

  it('is shown without its password', () => {
    expect(hostsOf('postgres://u:secret@one:5432,two:5433/db')).toBe('one:5432, two:5433');
  });
});
