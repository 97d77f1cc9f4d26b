import { expect, it } from 'vitest';
import { unanswered } from './vanished-peers.ts';

const HEAD =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode                          ';
const line = (local: string, remote: string, rest: string) =>
  `   0: ${local} ${remote} ${rest} 0 31337 2 0 20 4 30 10 -1`;

it('finds the connections that answer nothing, of IPv4 and of IPv6', () => {
  const table = [
    HEAD,
    line('0100007F:0BB9', '0300000A:D2F0', '01 0000018C:00000000 01:00000A2B 00000006     0       '),
    line(
      '0000000000000000FFFF00000100007F:0BB9',
      '0000000000000000FFFF00000300000A:D2F1',
      '01 0000018C:00000000 01:00000A2B 0000000A     0       ',
    ),
    line(
      'B80D0120000000000000000001000000:0BB9',
      'B80D0120000000000000000002000000:D2F2',
      '01 0000018C:00000000 01:00000A2B 00000001     0       ',
    ),
  ].join('\n');
  expect(unanswered(table)).toEqual([
    { localPort: 3001, remoteAddress: '10.0.0.3', remotePort: 54_000, again: 6 },
    { localPort: 3001, remoteAddress: '[::ffff:a00:3]', remotePort: 54_001, again: 10 },
    { localPort: 3001, remoteAddress: '[2001:db8::2]', remotePort: 54_002, again: 1 },
  ]);
});

it('finds none where all was answered, or it was sent only once, or the connection ends', () => {
  const table = [
    HEAD,
    line('0100007F:0BB9', '0300000A:D2F0', '01 00000000:00000000 02:00000A2B 00000000     0       '),
    line('0100007F:0BB9', '0300000A:D2F1', '01 0000018C:00000000 01:00000A2B 00000000     0       '),
    line('0100007F:0BB9', '0300000A:D2F2', '04 0000018C:00000000 01:00000A2B 00000006     0       '),
  ].join('\n');
  expect(unanswered(table)).toEqual([]);
});
