import { errorText } from '@ec/contract/base/errors';
import { expect, it } from 'vitest';
import { photoProblem } from './photo-choice.ts';

const starting = (...parts: (string | number[])[]) =>
  new Blob([...parts.map((part) => (typeof part === 'string' ? part : new Uint8Array(part))), new Uint8Array(40)]);

it.each([
  ['a JPEG', starting([0xff, 0xd8, 0xff]), null],
  ['a photo of a phone that saves HEIC', starting([0, 0, 0, 24], 'ftypheic'), errorText('FILE_IS_HEIC')],
  ['an AVIF', starting([0, 0, 0, 24], 'ftypavif'), errorText('FILE_IS_HEIC')],
  ['a film', starting([0, 0, 0, 24], 'ftypisom'), errorText('FILE_NOT_IMAGE')],
  ['text', starting('hello, world'), errorText('FILE_NOT_IMAGE')],
])('says of %s before it is sent what is wrong', async (_, file, problem) => {
  expect(await photoProblem(file)).toBe(problem);
});
