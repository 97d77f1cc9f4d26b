import { describe, expect, it } from 'vitest';
import { CreateAnnouncementRequest } from '../announcements/schemas.ts';
import { RaiseAlertRequest } from '../alerts/schemas.ts';
import { CreateApprovalRequest } from '../approvals/schemas.ts';
import { CreateElectionRequest } from '../elections/schemas.ts';
import { AddLocationRequest, RenameLocationRequest } from '../geography/schemas.ts';
import { CreateModeratorRequest } from '../moderators/schemas.ts';
import { hidesCharacters, requiredName, withoutHidden } from './names.ts';
import { DEFAULT_SETTINGS, Settings } from '../settings/schemas.ts';
import { StartWallRequest } from '../walls/schemas.ts';
import { CreateUserRequest, UpdateUserRequest } from '../users/schemas.ts';

const RANGES: [from: number, to: number][] = [
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0xfe00, 0xfe0d],
  [0xfff0, 0xfff8],
  [0xe0020, 0xe00ff],
];
const HIDDEN = [
  ...RANGES.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_none, index) => from + index)),
  0x0,
  0xa,
  0xad,
  0x61c,
  0x180e,
  0x2028,
  0x2029,
  0x115f,
  0x17b4,
  0x180b,
  0x3164,
  0xe0100,
  0xfeff,
];

it.each(HIDDEN.map((code) => [`U+${code.toString(16)}`, String.fromCodePoint(code)]))('%s hides', (_, character) => {
  expect(hidesCharacters(`Ada${character}Obi`)).toBe(true);
  expect(withoutHidden(`Ada${character}Obi`)).toBe('AdaObi');
});

it.each([
  'Ọlárótìmí Àyọ̀',
  'Ŋgọ̀zị Ọ̀kọ̀rọ́ṅkwọ',
  'Ƙasimu Ɗanladi Ɓello Ƴar’adua',
  "Jama'are",
  'محمد بن عبد الله',
  'Notice ⚠️ 1/2',
])('%s passes', (name) => {
  expect(requiredName(80, 'Give it').safeParse(name)).toMatchObject({ success: true });
});

it('makes one text of the spellings of one name', () => {
  const name = requiredName(80, 'Give it');
  expect(name.parse('O\u0323la\u0301\u00a0Bello ')).toBe('\u1ecclá Bello');
});

const trick = 'Votes \u202eCPA\u202c';
const election = { type: 'presidential', electionDate: '2027-01-16', areas: ['NG'] };
const person = { phone: '08031234567', role: 'ward_admin' };
describe('is refused where it names or heads something', () => {
  it.each<[string, { safeParse(value: unknown): { error?: { issues: { path: PropertyKey[] }[] } } }, unknown, string]>([
    ['a person', CreateUserRequest, { ...person, name: trick }, 'name'],
    ['a first name', CreateUserRequest, { ...person, firstName: trick }, 'firstName'],
    ['a person that is changed', UpdateUserRequest, { lastName: trick }, 'lastName'],
    [
      'a person requested',
      CreateApprovalRequest,
      { requestType: 'CREATE', justification: 'For the count.', userData: { name: trick } },
      'userData.name',
    ],
    ['a moderator', CreateModeratorRequest, { phone: '08031234567', name: trick }, 'name'],
    ['a place', AddLocationRequest, { type: 'wards', name: trick }, 'name'],
    ['a new name of a place', RenameLocationRequest, { type: 'wards', oldName: 'Ward 1', newName: trick }, 'newName'],
    ['an election', CreateElectionRequest, { ...election, name: trick }, 'name'],
    ['an announcement', CreateAnnouncementRequest, { title: trick, content: 'Text' }, 'title'],
    ['an alert', RaiseAlertRequest, { title: trick, message: 'Text', area: '24' }, 'title'],
    ['a wall screen', StartWallRequest, { name: trick, hours: 12 }, 'name'],
    [
      'the organisation',
      Settings,
      { ...DEFAULT_SETTINGS, general: { ...DEFAULT_SETTINGS.general, systemName: trick } },
      'general.systemName',
    ],
  ])('%s', (_, schema, value, path) => {
    expect(schema.safeParse(value).error?.issues.map(({ path: at }) => at.join('.'))).toEqual([path]);
  });
});

it('still finds a place by the name that it has', () => {
  expect(RenameLocationRequest.safeParse({ type: 'wards', oldName: trick, newName: 'Ward 1' }).success).toBe(true);
});
