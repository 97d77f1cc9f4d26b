// Reads the failures from vitest's JSON report.

const failed = ({ status }) => status === 'failed';

/** Files with a failure, by full name. */
export const failedFiles = (result) => (result?.testResults ?? []).filter(failed).map(({ name }) => name);

/** Failed tests by file and name. A file that failed outside its tests is listed itself. */
export const failedTests = (result) =>
  (result?.testResults ?? []).filter(failed).flatMap(({ name: file, assertionResults }) => {
    const tests = assertionResults.filter(failed).map(({ fullName: test }) => ({ file, test }));
    return tests.length > 0 ? tests : [{ file, test: 'the file itself' }];
  });
