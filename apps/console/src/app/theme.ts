import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Green of the accent; shade 7 carries white text at 6.6 : 1, shade 6 (dark scheme) at 5.2 : 1. */
const accent: MantineColorsTuple = [
  '#e6f2ea',
  '#cfe6d7',
  '#a3d0b3',
  '#7cc79a',
  '#4fa570',
  '#2f9159',
  '#1a7d49',
  '#0b6b3a',
  '#08572f',
  '#054323',
];

/** Red of destructive acts, with the same contrast in both schemes. */
const danger: MantineColorsTuple = [
  '#fdecea',
  '#fad5d1',
  '#f5aaa3',
  '#ff9d94',
  '#e5675b',
  '#d64436',
  '#c92a1e',
  '#b42318',
  '#8c1c13',
  '#6a140d',
];

/** Greys of the dark scheme with the tint of tokens.css; shade 6 is the ground of fields. */
const dark: MantineColorsTuple = [
  '#c3ccc6',
  '#a7b3ac',
  '#7d8781',
  '#6b756f',
  '#3d4640',
  '#323a35',
  '#222924',
  '#1a1f1c',
  '#161b18',
  '#121614',
];

const closeButton = { closeButtonProps: { 'aria-label': 'Close' } };

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  colors: { accent, danger, dark },
  defaultRadius: 'md',
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.5rem', xl: '0.5rem' },
  spacing: { xs: '0.375rem', sm: '0.625rem', md: '0.875rem', lg: '1.25rem', xl: '1.75rem' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.45', xl: '1.4' },
  fontFamily: 'var(--ec-font)',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.25' },
      h2: { fontSize: '1rem', lineHeight: '1.3' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: { ...closeButton, centered: true } },
    Drawer: { defaultProps: closeButton },
    // The kit's own grey has too little contrast.
    Notification: { defaultProps: closeButton, styles: { description: { color: 'var(--ec-ink-2)' } } },
    Alert: { defaultProps: { closeButtonLabel: 'Close' } },
    Button: { defaultProps: { fw: 500 } },
    // Red means an error, and the kit's red for weekends has too little contrast.
    DateTimePicker: { defaultProps: { weekendDays: [] } },
    DateInput: { defaultProps: { weekendDays: [] } },
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    TextInput: { defaultProps: { size: 'sm' } },
    Skeleton: { defaultProps: { radius: 'sm' } },
  },
});
