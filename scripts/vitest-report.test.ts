import { expect, it } from 'vitest';
import { failedFiles, failedTests } from './vitest-report.mjs';

const report = {
  testResults: [
    { name: '/a.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'one' }] },
    {
      name: '/b.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'two' },
        { status: 'failed', fullName: 'three' },
      ],
    },
    { name: '/c.test.ts', status: 'failed', assertionResults: [{ status: 'skipped', fullName: 'four' }] },
  ],
};

it('names each failure, also of a file that broke before its tests: what passes only when it is run again is never silent', () => {
  expect(failedFiles(report)).toEqual(['/b.test.ts', '/c.test.ts']);
  expect(failedTests(report)).toEqual([
    { file: '/b.test.ts', test: 'three' },
    { file: '/c.test.ts', test: 'the file itself' },
  ]);
});

it('finds nothing in a report that is not there', () => {
  expect(failedFiles(undefined)).toEqual([]);
  expect(failedTests(undefined)).toEqual([]);
});
