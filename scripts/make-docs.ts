import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { accessDocument } from './access-document.ts';

/** `npm run docs`: writes docs/permission-matrix.md from the contract and the server's routes; `--check` only compares. */
const file = fileURLToPath(new URL('../docs/permission-matrix.md', import.meta.url));
const text = accessDocument();

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('docs/permission-matrix.md is out of date: npm run docs');
  process.exitCode = 1;
}
