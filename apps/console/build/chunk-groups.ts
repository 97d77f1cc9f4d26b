import type { Rolldown } from 'vite';

/** A module that this many pages and dialogs use belongs to the kit chunk. */
const SHARED_BY = 9;

/**
 * Few chunks instead of one for every set of pages that share a module: on a phone's network forty requests of a kilobyte
 * each take far longer than one request for all. A group takes the modules of its pattern with all their imports, except
 * those of earlier groups; the groups are in the order of use, so that signing in and sending a sheet load only what they
 * need. bundle-size.test.ts holds what each page loads.
 */
const GROUPS: readonly Rolldown.CodeSplittingGroup[] = [
  { name: 'base', tags: ['$initial'] },
  // The sign-in page, and after it what every page behind it stands on.
  { name: 'entrance', test: /src\/features\/auth\/LoginPage\.tsx/ },
  // App.tsx is the start of a chunk of its own, so what it imports is named here.
  {
    name: 'app',
    test: /src\/(app\/(base-styles|routes|theme|query-client|own-worker)|lib\/session\/known-me)\.tsx?|@mantine\/core\/.*\/(MantineProvider|Alert|Anchor|Button|Loader|Stack|TextInput|Title|Text|Paper|Group|ActionIcon|VisuallyHidden)\/|node_modules\/(@tanstack\/(react-query|query-core)|react-router)\//,
  },
  {
    name: 'shell',
    test: /src\/(app\/shell\/SignedIn|components\/page\/(Page|Panel|Note|ErrorView|EmptyState)|components\/figure\/(StatusChip|Swatch)|lib\/hooks\/use-now|domain\/(results\/(labels|PartyLooks|DeskMark)|people\/person-text)|lib\/device\/copy-text)\.tsx?|contract\/src\/(results\/sheet|elections\/parties)|@tabler\/icons-react\/.*\/Icon(Check|Clock|X)\.mjs/,
  },
  // Dialogs and news: every page beyond the first ones has one or the other.
  { name: 'overlay', test: /react-remove-scroll|@mantine\/core\/.*\/Portal\// },
  { name: 'figures', test: /src\/(domain\/performance\/|components\/figure\/Facts|lib\/stream\/use-count-news)/ },
  {
    name: 'sheet',
    test: /src\/(domain\/sending\/(?!Refused)|lib\/device\/(outbox|drafts|photo-choice)|components\/form\/FileTarget|lib\/hooks\/use-file-url)/,
  },
  // Without the calendar, which is large and of few forms.
  { name: 'kit', test: /^(?!.*@mantine\/dates)/, minShareCount: SHARED_BY },
  { name: 'icons', test: /@tabler\/icons-react\//, minShareCount: 2 },
];

export const chunkGroups: Rolldown.CodeSplittingGroup[] = GROUPS.map((group, at) => ({
  ...group,
  priority: GROUPS.length - at,
}));
