import { atMost, p99Row, part } from '../part.ts';
import { runSamePhotos } from '../same-photos.ts';

export const samePhotosPart = part({
  title:
    'The photos that are the same as one, among 500,000 hashes of sheets from 2,000 places that differ as drawn sheets do from the same place',
  run: ({ database }) => runSamePhotos(database),
  rows: ({ photos, missed, times }) => [
    p99Row(50, `A look-up among ${photos.toLocaleString('en')} photos`, times),
    atMost(0, `Copies with up to 8 other bits that were not found, of ${times.count}`, [missed, 'photos']),
  ],
});
