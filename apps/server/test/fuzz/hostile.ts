import { gzipSync } from 'node:zlib';

const LONE_HIGH = '\ud800';
const LONE_LOW = '\udfff';

/** Texts that have broken something somewhere: storage, SQL, LIKE, regular expressions, paths, screens, formulas. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  LONE_HIGH,
  `a${LONE_LOW}b`,
  'x'.repeat(70_000),
  '😀'.repeat(300),
  'e\u0301'.repeat(200),
  '\u202eTXET\u202c',
  '\u2066\u2069\u200b\u200d\ufeff',
  "' or '1'='1",
  "'; drop table users; --",
  '" \\ \' ` $$ $1 $2 ?',
  '%',
  '_%\\',
  '\\',
  '%_%_%_%_%_%_%_%_%_%_%_%',
  '.*(a+)+$[',
  '(?<!',
  '../../../../etc/passwd',
  '..%2f..%2f%00',
  '%00',
  '\r\nset-cookie: a=b',
  '<script>alert(1)</script>',
  '{{7*7}}${7*7}<%= 7*7 %>',
  '=HYPERLINK("http://example.org")',
  '-1',
  '0',
  '1e309',
  'NaN',
  'Infinity',
  '9223372036854775808',
  '99999999999999999999999999',
  '0x10',
  '１２',
  '1970-01-01',
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '0000-00-00',
  '2027-02-30',
  '2027-02-20T24:00:00Z',
  '294277-01-01',
  '0001-01-01T00:00:00Z',
  'null',
  'undefined',
  'true',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '[object Object]',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '0190aaaa-0000-7000-8000-000000000000',
];

/** Stands in a body where a number is to be written that JSON.stringify would not write. */
export const OVERFLOW = '\u00a71e309\u00a7';

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

const polluted: unknown = JSON.parse(
  '{"__proto__":{"isAdmin":true,"role":"super_admin"},"constructor":{"prototype":{"isAdmin":true}}}',
);

/** Values of every kind that a field does not ask for. */
export const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.1,
  1e21,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  5e-324,
  OVERFLOW,
  [],
  {},
  [[]],
  [null],
  ['', ''],
  ['0190aaaa-0000-7000-8000-000000000000'],
  { $ne: null },
  { toString: 1, valueOf: 1, length: -1 },
  deep(60),
  polluted,
  Array.from({ length: 3000 }, (_, index) => index),
  Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`k${index}`, index])),
];

/** Bodies that are no JSON, or JSON that no parser should trust. */
export const BROKEN_BODIES: readonly string[] = [
  '',
  '{',
  '{"a":',
  '{"a":"b',
  '[1,2',
  'null',
  '"text"',
  '0',
  '1e309',
  '[]',
  'NaN',
  '\ufeff{}',
  '{"a":1,"a":2}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`,
  `{"a":"${'x'.repeat(300_000)}"}`,
  '{"a":"\\ud800"}',
  '{"a":"\\u0000"}',
  '{"a":1}{"b":2}',
  "{'a':1}",
];

export const CONTENT_TYPES: readonly string[] = [
  'application/json',
  'application/json; charset=utf-16',
  'application/json; charset=x; charset=y',
  'application/JSON',
  'application/merge-patch+json',
  'text/plain',
  'text/csv',
  'text/html',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'application/gzip',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  'multipart/mixed; boundary=x',
  'a',
  '/',
  ';',
  'application/json,text/plain',
];

const png = (width: number, height: number): Buffer => {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452000000000000000008020000000000000049454e44ae426082', 'hex');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
};

/** Contents of files that are not what they say, break off, or would fill the memory once opened. */
export const HOSTILE_FILES: readonly Buffer[] = [
  Buffer.alloc(0),
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  png(65_000, 65_000),
  png(0, 0),
  png(1, 1),
  Buffer.from('GIF89a\u0001\u0000\u0001\u0000'),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>'),
  Buffer.from('%PDF-1.7\n1 0 obj <</OpenAction<</S/JavaScript>>>>'),
  Buffer.from('pu_code,state,lga,ward,polling_unit,registered_2023\n'),
  Buffer.from(
    'pu_code,state,lga,ward,polling_unit,registered_2023\n24-11-01-001,Lagos,Ikeja,W,P,99999999999999999999\n',
  ),
  Buffer.from('pu_code,state,lga,ward,polling_unit,registered_2023\n"24-11,\0,\ud800,,,\n'),
  Buffer.from('name,phone,role,state,lga,ward,pollingUnit\n=1+1,0803,\0,,,,\n'),
  Buffer.from(`name,phone\n${'"'.repeat(9999)}`),
  Buffer.from(`${'a,'.repeat(50_000)}\n`),
  gzipSync(Buffer.alloc(3_000_000, 'pu_code,state\n')),
  gzipSync(Buffer.alloc(100_000)).subarray(0, 40),
  Buffer.from([0xfe, 0xff, 0x00, 0x61]),
  Buffer.from('PK\u0003\u0004'),
];

/** Headers that a client may send and a server may stumble over. */
export const HOSTILE_HEADERS: readonly Record<string, string>[] = [
  {},
  {},
  { authorization: 'Bearer ' },
  { authorization: `Bearer ${'x'.repeat(6000)}` },
  { authorization: "Bearer wall_'; --" },
  { authorization: 'Basic YTpi' },
  { authorization: 'Bearer a b c' },
  { 'user-agent': 'x'.repeat(5000) },
  { 'user-agent': '\u00ff\u00fe<script>' },
  { 'accept-encoding': 'br;q=0, gzip;q=a, *;q=-1' },
  { 'accept-encoding': 'identity;q=0' },
  { accept: 'application/xml' },
  { range: 'bytes=99999999999999999999-' },
  { 'if-none-match': '"'.repeat(500) },
  { 'if-modified-since': 'never' },
  { 'last-event-id': '-99999999999999999999' },
  { 'x-forwarded-for': "127.0.0.1, ';--, ::1%0" },
  { 'x-http-method-override': 'DELETE' },
  { origin: 'https://example.org' },
  { cookie: '__proto__=1; a=%00' },
  { 'idempotency-key': '' },
  { 'idempotency-key': 'x'.repeat(3000) },
  { 'idempotency-key': "'; --" },
  { 'content-encoding': 'gzip' },
  { expect: 'something' },
];
