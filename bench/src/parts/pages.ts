import { measurePages } from '../pages.ts';
import { atMost, part } from '../part.ts';

export const pagesPart = part({
  title: 'JavaScript and CSS of the built console, gzip',
  run: () => Promise.resolve(measurePages()),
  rows: ({ signInKb, submitResultsKb }) => [
    atMost(90, 'The sign-in page', [signInKb, 'KB']),
    atMost(236, '/submit-results, with all that it needs', [submitResultsKb, 'KB']),
  ],
});
