import { figuresOf } from '@ec/contract/second-entry/figures';
import { describe, expect, it } from 'vitest';
import { type DeskCase, deskFault, sheetOf } from './desk-rules.ts';

const FORM = { parties: ['APC', 'LP'], fullEc8a: true, allPartiesListed: false };
const SHEET = {
  registered: 500,
  accredited: 141,
  votes: [31, 88, 3],
  voidVotes: 4,
  boxes: { ballotsIssued: 500, unusedBallots: 350, spoiledBallots: 9, validVotes: 122, usedBallots: 150 },
};
const ASKED: DeskCase = {
  state: 'officer_asked',
  resultStatus: 'returned',
  version: 1,
  newest: 1,
  fields: ['votes.LP'],
  figures: { ...figuresOf(SHEET, FORM), registeredVoters: null },
  photoFileId: 'photo',
  verdict: 'officer_wrong',
};

describe('a desk version', () => {
  it('has every figure of the entry, and the register’s voters where box 1 was left blank', () => {
    expect(sheetOf(ASKED.figures ?? {}, FORM, 512)).toEqual({
      registeredVoters: 512,
      accreditedVoters: 141,
      votes: { APC: 31, LP: 88, Others: 3 },
      voidVotes: 4,
      boxes: SHEET.boxes,
    });
    expect(sheetOf(figuresOf(SHEET, FORM), { ...FORM, fullEc8a: false }, 512)).toMatchObject({
      registeredVoters: 500,
      boxes: undefined,
    });
  });

  it.each<[string, Partial<DeskCase>, ReturnType<typeof deskFault>]>([
    ['the officer was asked for differing fields', {}, null],
    ['the officer sent a newer version', { newest: 2 }, 'DESK_OVERTAKEN'],
    ['the entry no longer counts', { state: 'void' }, 'DESK_OVERTAKEN'],
    ['the result is in dispute', { resultStatus: 'disputed' }, 'DESK_OVERTAKEN'],
    ['the result was cancelled', { resultStatus: 'cancelled' }, 'DESK_OVERTAKEN'],
    ['no arbiter has decided', { state: 'differs', verdict: null, resultStatus: 'pending' }, 'DESK_NOT_POSSIBLE'],
    ['a new photo was asked for', { verdict: 'new_photo' }, 'DESK_NOT_POSSIBLE'],
    ['both entries are empty', { fields: [] }, 'DESK_NOT_POSSIBLE'],
    ['a field was left blank', { figures: { ...ASKED.figures, 'votes.LP': null } }, 'DESK_NOT_POSSIBLE'],
    ['there is no photo', { photoFileId: null }, 'DESK_NOT_POSSIBLE'],
  ])('where %s', (_, change, fault) => {
    expect(deskFault({ ...ASKED, ...change }, FORM, { rule: 'all' })).toBe(fault);
  });

  it('is not made where nothing would check it', () => {
    expect(deskFault(ASKED, FORM, { rule: 'none' })).toBe('DESK_NOT_POSSIBLE');
  });
});
