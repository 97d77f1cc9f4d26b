import { Me } from '@ec/contract/auth/schemas';
import { ResultDetail, ReviewList } from '@ec/contract/results/schemas';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId, resultOf, versionOf } from '../../../test/results.ts';
import { ok, refuse, serve } from '../../../test/server.ts';

const COUNTS = { pending: 0, submitted: 0, approved: 0, disputed: 0, cancelled: 0 };
const CAN = { verify: true, return: true, dispute: true, cancel: false, resubmit: false, refusal: null };

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

it.each([
  ['FILE_CHANGED', 'This photo is not the one that was received'],
  ['FILE_LOST', 'The photo that was received is gone'],
] as const)(
  'says of a photo that is not as it was received what is wrong, and offers no retry (%s)',
  async (code, title) => {
    const photo = freshId();
    const version = versionOf({ sheetFileId: photo as never, sheetSha256: 'ab'.repeat(32) });
    const result = resultOf({ can: CAN }, [version]);
    serve({
      'GET /auth/me': () => ok(Me, meOf('ward_admin')),
      'GET /results/review': () => ok(ReviewList, { units: [], total: 0, counts: COUNTS }),
      [`GET /results/${result.id}`]: () => ok(ResultDetail, result),
      [`GET /files/${photo}`]: () => refuse(code),
    });
    renderConsole(`/review/${result.id}`);
    const alert = await screen.findByText(title);
    const box = within(alert.closest('[role="alert"]') as HTMLElement);
    expect(box.getByText(/The administrators are notified/)).toBeVisible();
    expect(box.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  },
);
