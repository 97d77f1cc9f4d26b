import { atMost, part } from '../part.ts';
import { runPhotoCheck } from '../photo-check.ts';
import { rounded } from '../statistics.ts';

export const photoCheckPart = part({
  title:
    'The check of a photo before it is sent, in a browser whose main thread has a quarter of this machine’s speed; decoding is included, which the browser does in another thread at full speed',
  run: runPhotoCheck,
  rows: ({ photoBytes, times }) => [
    atMost(
      400,
      `A photo of 12 megapixels and ${rounded(photoBytes / 1e6, 1)} MB: the slowest of ${times.count}`,
      [times.max, 'ms'],
      `p50 ${times.p50}`,
    ),
  ],
});
