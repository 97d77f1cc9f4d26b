import presetMantine from 'postcss-preset-mantine';
import pxToRem from 'postcss-pxtorem';
import { BREAKPOINTS, type Breakpoint, belowWidth, fromWidth } from '../src/lib/device/breakpoints.ts';

const names = Object.keys(BREAKPOINTS) as Breakpoint[];
const mixin = (condition: string) => ({ [`@media ${condition}`]: { '@mixin-content': {} } });

/**
 * What style sheets may use beside CSS: a mixin below and one from each breakpoint, and one for where there may be fingers. Lengths of more than a
 * pixel follow the size of text that the reader set in the browser.
 */
export const stylePlugins = [
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
