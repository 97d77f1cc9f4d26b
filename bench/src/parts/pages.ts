import { measurePages } from '../pages.ts';
import { atMost, part } from '../part.ts';

export const pagesPart = part({
  title: 'JavaScript and CSS of the built console, gzip',
  run: () => Promise.resolve(measurePages()),
  rows: ({ signInKb, submitResultsKb }) => [
    atMost(200, 'The sign-in page', [signInKb, 'KB']),
    atMost(60, '/submit-results beyond that', [submitResultsKb, 'KB']),
  ],
});
