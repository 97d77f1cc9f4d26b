// What vitest's report in JSON says of failures.

const failed = ({ status }) => status === 'failed';

/** Files with a failure in them, by their full names. */
export const failedFiles = (result) => (result?.testResults ?? []).filter(failed).map(({ name }) => name);

/** Tests that failed, by their files and names. A file that broke before or between its tests has none, and is named itself. */
export const failedTests = (result) =>
  (result?.testResults ?? []).filter(failed).flatMap(({ name: file, assertionResults }) => {
    const tests = assertionResults.filter(failed).map(({ fullName: test }) => ({ file, test }));
    return tests.length > 0 ? tests : [{ file, test: 'the file itself' }];
  });
