import { describe, expect, it } from 'vitest';
import { splitAtLinks } from './text-links.ts';

const links = (text: string) => splitAtLinks(text).flatMap(({ href }) => href ?? []);

describe('addresses in a text', () => {
  it.each([
    ['See https://inecnigeria.org/results.', 'https://inecnigeria.org/results'],
    ['(https://example.ng/a_(b))', 'https://example.ng/a_(b)'],
    ['HTTP://Example.NG/Path?a=1&b=2#c, then wait', 'http://example.ng/Path?a=1&b=2#c'],
    ['https://example.ng:8443/x!', 'https://example.ng:8443/x'],
    ['[https://example.ng]', 'https://example.ng/'],
    ['**https://example.ng**', 'https://example.ng/'],
  ])('%s', (text, href) => {
    expect(links(text)).toEqual([href]);
  });

  it('are found one after the other', () => {
    expect(links('https://a.ng\nhttps://b.ng https://c.ng')).toEqual([
      'https://a.ng/',
      'https://b.ng/',
      'https://c.ng/',
    ]);
  });

  it.each([
    ['a script', 'javascript:alert(1)'],
    ['a script with an address in it', 'javascript://%0aalert(1)//http'],
    ['data', 'data:text/html,<script>alert(1)</script>'],
    ['a mail', 'mailto:a@b.ng'],
    ['no scheme', 'www.example.ng'],
    ['no host', 'https://'],
    ['a broken host', 'http://%zz'],
    ['a name before the host', 'https://bank.ng@evil.example/login'],
    ['letters that look like others', 'https://раураl.com/'],
    ['a word before it', 'xhttps://evil.example'],
  ])('are not made of %s', (_, text) => {
    expect(links(text)).toEqual([]);
  });

  it.each(['"', "'", '<', '>', '`', '\\', '\u202e', '\u200b', '\u0000', '\u2066'])('end at %j', (letter) => {
    expect(links(`https://example.ng/a${letter}b onclick=x`)).toEqual(['https://example.ng/a']);
  });
});

it.each([
  '',
  ' ',
  'plain words',
  'https://a.ng.',
  'x https://b.ng) y\n\nhttps://user@c.ng <img src=x onerror=alert(1)> https://d.ng',
  '\u202ehttps://e.ng\u202c',
  'https://'.repeat(500),
  `https://f.ng/${'('.repeat(2000)}${')'.repeat(4000)}`,
])('the parts together are the text: %j', (text) => {
  expect(
    splitAtLinks(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});
