import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { answerSerializer } from './serializer.ts';

let looked = 0;
/** A number that notes how often it was put into text. */
const Counted = z.custom<number>((value) => {
  looked += 1;
  return typeof value === 'number';
});
const Room = z.object({ reported: Counted, states: z.array(z.string()) });
const Screen = z.object({ name: z.string(), room: z.nullable(Room), until: z.optional(z.number()) });

const serializer = (data: z.ZodMiniType) =>
  answerSerializer({ schema: z.object({ success: z.literal(true), data }), method: 'GET', url: '/x' });
const screen = serializer(Screen);
const read = (text: string): unknown => JSON.parse(text);
const REFUSED = "Response doesn't match the schema";
const shared = () => Object.freeze({ reported: 7, states: ['Kano'], secret: 'not in the schema' });

describe('the text of an answer', () => {
  it('is made once for all readers of the same answer', () => {
    const room = serializer(Room);
    const data = shared();
    looked = 0;
    const texts = [1, 2, 3].map(() => room({ success: true, data }));
    expect(looked).toBe(1);
    expect(new Set(texts)).toEqual(new Set(['{"success":true,"data":{"reported":7,"states":["Kano"]}}']));
  });

  it('is made once of the shared part among parts that differ', () => {
    const room = shared();
    looked = 0;
    const answers = ['Hall', 'Foyer', '"}}, {'].map((name) => read(screen({ success: true, data: { name, room } })));
    expect(looked).toBe(1);
    expect(answers).toEqual(
      ['Hall', 'Foyer', '"}}, {'].map((name) => ({
        success: true,
        data: { name, room: { reported: 7, states: ['Kano'] } },
      })),
    );
  });

  it('is made anew where the part is another, or belongs to one reader alone', () => {
    const first = screen({ success: true, data: { name: 'Hall', room: shared() } });
    const second = screen({ success: true, data: { name: 'Hall', room: Object.freeze({ reported: 8, states: [] }) } });
    const own = screen({ success: true, data: { name: 'Hall', room: { reported: 9, states: [] }, until: 3 } });
    expect([first, second, own].map((text) => (read(text) as { data: { room: object } }).data.room)).toEqual([
      { reported: 7, states: ['Kano'] },
      { reported: 8, states: [] },
      { reported: 9, states: [] },
    ]);
    expect(read(screen({ success: true, data: { name: 'Hall', room: null } }))).toMatchObject({ data: { room: null } });
  });

  it('holds nothing but the shared part where there is no other', () => {
    const alone = serializer(z.object({ room: Room }));
    expect(alone({ success: true, data: { room: shared() } })).toBe(
      '{"success":true,"data":{"room":{"reported":7,"states":["Kano"]}}}',
    );
  });

  it('is made once of each row of a list while other rows are new', () => {
    const list = serializer(z.object({ rooms: z.array(Room), at: z.string() }));
    const [one, other, third] = [
      shared(),
      Object.freeze({ reported: 8, states: [] }),
      Object.freeze({ reported: 9, states: [] }),
    ];
    looked = 0;
    const of = (at: string, ...rooms: object[]) => read(list({ success: true, data: { rooms, at } }));
    expect(of('15:00', one, other)).toEqual({
      success: true,
      data: {
        rooms: [
          { reported: 7, states: ['Kano'] },
          { reported: 8, states: [] },
        ],
        at: '15:00',
      },
    });
    expect(of('15:01', third, one)).toMatchObject({ data: { rooms: [{ reported: 9 }, { reported: 7 }], at: '15:01' } });
    expect(looked).toBe(3);
    // Rows that belong to one reader alone, and none.
    expect(of('15:02', one, { reported: 10, states: [] })).toMatchObject({
      data: { rooms: [{ reported: 7 }, { reported: 10 }] },
    });
    expect(of('15:03')).toEqual({ success: true, data: { rooms: [], at: '15:03' } });
    expect(() => of('15:04', Object.freeze({ reported: 'x', states: [] }))).toThrow(REFUSED);
  });

  it('is refused where an answer is not what its schema says', () => {
    expect(() => screen({ success: true, data: { name: 3, room: shared() } })).toThrow(REFUSED);
    expect(() => screen({ success: true, data: { name: 'Hall', room: Object.freeze({ reported: 'x' }) } })).toThrow(
      REFUSED,
    );
  });
});
