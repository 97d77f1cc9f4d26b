export interface FailedTest {
  file: string;
  test: string;
}

export function failedFiles(result: unknown): string[];
export function failedTests(result: unknown): FailedTest[];
