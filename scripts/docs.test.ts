import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ElectionId, FileId, UserId } from '@ec/contract/base/common';
import { type ReceiptContent, receiptDigest, submissionId } from '@ec/server/features/results/receipt';
import { describe, expect, it } from 'vitest';
import { accessDocument } from './access-document.ts';

const read = (name: string) => readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8');
const block = (text: string, language: string) =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(text)?.[1] ?? '';

describe('the permission matrix', () => {
  it('is what the contract and the routes say', () => {
    expect(read('permission-matrix.md'), 'run npm run docs').toBe(accessDocument());
  });
});

describe('the worked example of receipts', () => {
  const text = read('receipts.md');
  const answer = block(text, 'json');
  const { data } = JSON.parse(answer) as {
    data: Record<string, never> & { votes: Record<string, number>; digest: string; submissionId: string };
  };

  const content: ReceiptContent = {
    electionId: data['electionId'] as unknown as ElectionId,
    pollingUnit: '24-11-05-003',
    source: 'official',
    version: 1,
    parties: Object.keys(data.votes),
    votes: Object.values(data.votes),
    voidVotes: 4,
    accreditedVoters: 141,
    registeredVoters: 512,
    boxes: null,
    sheetFileId: data['sheetFileId'] as unknown as FileId,
    submittedBy: '01902f00-57aa-7b02-a1d3-c4e5f6071829' as UserId,
    submittedAt: new Date('2027-02-20T18:04:31.512Z'),
    sheetSha256: Buffer.from(data['sheetSha256'] as unknown as string, 'hex'),
    photoDeclared: false,
    originalSha256: null,
  };

  it('shows the digest that the server makes', () => {
    const digest = receiptDigest(content);
    expect(digest.toString('hex')).toBe(data.digest);
    expect(submissionId('24-11-05-003', 'official', 1, digest)).toBe(data.submissionId);
  });

  function recomputed(json: string): string {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'ec-receipt-'));
    try {
      writeFileSync(path.join(folder, 'result.json'), json);
      writeFileSync(path.join(folder, 'check.mjs'), block(text, 'js'));
      return spawnSync(process.execPath, ['check.mjs'], { cwd: folder, encoding: 'utf8' }).stdout.trim();
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  it('is recomputed by the program beside it', () => {
    expect(recomputed(answer)).toBe(data.digest);
  });

  it('has the digest of the first form where the version holds no SHA-256 of the photo', () => {
    const first = 'e936fb0739175fa9c8c2678ec97a22ad28658d53ab0e03bbe295b6c02d2b26f8';
    expect(recomputed(JSON.stringify({ data: { ...data, sheetSha256: null } }))).toBe(first);
    expect(text).toContain(first);
  });

  it('has the digest of the third form where the photo was declared and follows', () => {
    const original = 'cd'.repeat(32);
    const third = receiptDigest({
      ...content,
      photoDeclared: true,
      originalSha256: Buffer.from(original, 'hex'),
    }).toString('hex');
    expect(recomputed(JSON.stringify({ data: { ...data, photoDeclared: true, originalSha256: original } }))).toBe(
      third,
    );
    expect(text).toContain(third);
  });

  it('differs where the photo does', () => {
    const other = 'ab'.repeat(32);
    expect(recomputed(JSON.stringify({ data: { ...data, sheetSha256: other } }))).not.toBe(data.digest);
  });
});
