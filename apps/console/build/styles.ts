import type { Plugin } from 'postcss';
import presetMantine from 'postcss-preset-mantine';
import pxToRem from 'postcss-pxtorem';
import { BREAKPOINTS, type Breakpoint, belowWidth, fromWidth } from '../src/lib/device/breakpoints.ts';

const names = Object.keys(BREAKPOINTS) as Breakpoint[];
const mixin = (condition: string) => ({ [`@media ${condition}`]: { '@mixin-content': {} } });

/** The declarations of a font of the device at a size in percent, with the ascent and the descent of Inter, 96.875% and 24.12%. */
const face = (font: string, weights: string, size: string, own: string) => ({
  'font-family': `"Inter on ${font}"`,
  src: own.replaceAll(/[^|]+/g, 'local("$&")').replaceAll('|', ', '),
  'font-weight': weights,
  'ascent-override': `${(9687.5 / Number(size)).toFixed(2)}%`,
  'descent-override': `${(2412 / Number(size)).toFixed(2)}%`,
  'line-gap-override': '0%',
  'size-adjust': `${size}%`,
});

/** `@inter-on font, weights, size of letters, size of digits, names on devices` becomes two faces, of the letters and of the digits. */
const deviceFonts: Plugin = {
  postcssPlugin: 'device-fonts',
  Once(root, postcss) {
    root.walkAtRules('inter-on', (rule) => {
      const place = rule.source ? { source: rule.source } : {};
      const [font = '', weights = '', letters = '', digits = '', own = ''] = rule.params.split(', ');
      const write = (declarations: Record<string, string>) =>
        postcss.atRule({
          name: 'font-face',
          ...place,
          nodes: Object.entries(declarations).map(([prop, value]) => postcss.decl({ prop, value, ...place })),
        });
      rule.replaceWith(
        write(face(font, weights, letters, own)),
        write({ ...face(font, weights, digits, own), 'unicode-range': 'U+30-39' }),
      );
    });
  },
};

/** Tokens have the values of both colour schemes beside each other: `light-dark()` in `:root` becomes a second rule, of the dark scheme. */
const schemeTokens: Plugin = {
  postcssPlugin: 'scheme-tokens',
  Once(root, postcss) {
    root.walkRules(':root', (rule) => {
      const dark = postcss.rule({ selector: ':root[data-mantine-color-scheme="dark"]' });
      rule.walkDecls((token) => {
        const [, light, other] = /^light-dark\(([^,]+), ([^,]+)\)$/.exec(token.value) ?? [];
        if (light === undefined || other === undefined) return;
        dark.append(token.clone({ value: other }));
        token.value = light;
      });
      if (dark.nodes.length > 0) rule.after(dark);
    });
  },
};

/**
 * What style sheets may use beside CSS: a mixin below and one from each breakpoint, and one for where there may be fingers. Lengths of more than a
 * pixel follow the size of text that the reader set in the browser.
 */
export const stylePlugins = [
  schemeTokens,
  deviceFonts,
  presetMantine({
    mixins: Object.fromEntries(
      names
        .flatMap((name) => [
          [`below-${name}`, mixin(belowWidth(name))],
          [`from-${name}`, mixin(fromWidth(name))],
        ])
        .concat([['fingers', mixin(`${belowWidth('lg')}, (pointer: coarse)`)]]),
    ),
  }),
  pxToRem({ propList: ['*'], minPixelValue: 2, mediaQuery: true }),
];
