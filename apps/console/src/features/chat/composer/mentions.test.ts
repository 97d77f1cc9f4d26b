import type { PersonLink, UserId } from '@ec/contract/base/common';
import { describe, expect, it } from 'vitest';
import { BOLA, CHIDI } from '../../../../test/chats.ts';
import { keptMentions, mentionParts, openMention, putMention } from './mentions.ts';

const person = (link: typeof BOLA): PersonLink => ({ ...link, id: link.id as UserId });
const [bola, chidi] = [person(BOLA), person(CHIDI)];

describe('a mention that is being typed', () => {
  it.each([
    ['@', 1, ''],
    ['@bo', 3, 'bo'],
    ['Please, @Bola A', 15, 'Bola A'],
    ['(@Ọlá', 5, 'Ọlá'],
    ['line\n@chi', 9, 'chi'],
  ])('%j at %i looks for %j', (text, caret, q) => {
    expect(openMention(text, caret, [])?.q).toBe(q);
  });

  it.each([
    ['ada@example.ng', 14],
    ['@Bola Ade is on the way', 23],
    ['no one', 6],
    ['@bo', 0],
  ])('%j at %i is none', (text, caret) => {
    expect(openMention(text, caret, [])).toBeNull();
  });

  it('ends with a name that was chosen', () => {
    expect(openMention('@Bola Ade ', 10, [bola])).toBeNull();
    expect(openMention('@Bola Ade', 9, [bola])).toBeNull();
    expect(openMention('@Bola Ad', 8, [bola])?.q).toBe('Bola Ad');
  });

  it('gives way to the name, with a space behind it and the caret after that', () => {
    const open = openMention('Ask @bo now', 7, []);
    expect(open && putMention('Ask @bo now', open, 'Bola Ade')).toEqual({ text: 'Ask @Bola Ade now', caret: 14 });
  });
});

it('mentions those alone whose name still stands in the text, each once', () => {
  expect(keptMentions('@Bola Ade, look', [bola, chidi, bola])).toEqual([bola]);
});

describe('names in a text', () => {
  const cut = (text: string, people: { name: string }[]) =>
    mentionParts(text, people).map(({ text: part, mention }) => (mention ? `[${part}]` : part));

  it.each([
    ['Hello @Bola Ade!', [bola], ['Hello ', '[@Bola Ade]', '!']],
    ['@Bola Adeyemi and @Bola Ade', [bola, { name: 'Bola Adeyemi' }], ['[@Bola Adeyemi]', ' and ', '[@Bola Ade]']],
    ['@@Bola Ade@', [bola], ['@', '[@Bola Ade]', '@']],
    ['@unknown', [bola], ['@unknown']],
    ['', [bola], []],
  ])('%s', (text, people, parts) => {
    expect(cut(text, people)).toEqual(parts);
  });

  it('are taken as they are, whatever signs they hold', () => {
    expect(cut('@(.*)+<b> hi', [{ name: '(.*)+<b>' }])).toEqual(['[@(.*)+<b>]', ' hi']);
  });
});
