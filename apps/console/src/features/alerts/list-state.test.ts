import { AlertList } from '@ec/contract/alerts/schemas';
import { describe, expect, it } from 'vitest';
import { alertOf, listOf } from '../../../test/alerts.ts';
import { heldStill, without } from './list-state.ts';

const at = (minute: number) => `2023-02-25T13:${String(minute).padStart(2, '0')}:00.000Z`;
const parse = (...args: Parameters<typeof listOf>) => AlertList.parse(listOf(...args));

const older = alertOf({ createdAt: at(1) });
const newer = alertOf({ createdAt: at(2) });

describe('a list held still', () => {
  it('keeps its rows in their order and counts what has come above them', () => {
    const fresh = alertOf({ createdAt: at(3) });
    const held = heldStill(parse([newer, older]), parse([fresh, newer, older]), 1);
    expect(held.alerts.map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect(held.news).toBe(1);
  });

  it('shows on its rows what became of them', () => {
    const held = heldStill(parse([older]), parse([{ ...older, isRead: true }]), 1);
    expect(held.alerts[0]?.isRead).toBe(true);
  });

  it('does not take for news what moved up from the next page', () => {
    expect(heldStill(parse([newer]), parse([older]), 1).news).toBe(0);
  });

  it('finds changes on later pages by the total alone', () => {
    expect(heldStill(parse([older], { total: 21 }), parse([newer], { total: 24 }), 2).news).toBe(3);
    expect(heldStill(parse([older], { total: 21 }), parse([newer], { total: 20 }), 2).news).toBe(0);
  });
});

it('a list of unread ones that loses one counts one less, and none for one that it did not have', () => {
  const list = parse([newer, older], { total: 30 });
  expect(without(list, newer.id).total).toBe(29);
  expect(without(list, alertOf().id).total).toBe(30);
});
