import presetMantine from 'postcss-preset-mantine';
import { BREAKPOINTS, type Breakpoint, belowWidth, fromWidth } from '../src/lib/device/breakpoints.ts';

const names = Object.keys(BREAKPOINTS) as Breakpoint[];
const mixin = (condition: string) => ({ [`@media ${condition}`]: { '@mixin-content': {} } });

/** What style sheets may use beside CSS: a mixin below and one from each breakpoint. */
export const stylePlugins = [
  presetMantine({
    mixins: Object.fromEntries(
      names.flatMap((name) => [
        [`below-${name}`, mixin(belowWidth(name))],
        [`from-${name}`, mixin(fromWidth(name))],
      ]),
    ),
  }),
];
