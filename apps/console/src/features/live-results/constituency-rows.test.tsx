import { ElectionList } from '@ec/contract/elections/schemas';
import { LiveConstituencies } from '@ec/contract/live/schemas';
import { configure, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { AS_OF, election, empty, verified } from '../../../test/live.ts';
import { openLive as open } from '../../../test/live-page.tsx';
import { ok } from '../../../test/server.ts';

configure({ asyncUtilTimeout: 8000 });
beforeAll(async () => void (await import('./LivePage.tsx')));
beforeEach(stubEventSource);

describe('rows by constituency', () => {
  const assembly = { ...election, type: 'state_assembly' as const };
  const answer = {
    kind: 'state' as const,
    constituencies: [
      { id: 'state-1', name: 'Ikeja I', votes: verified },
      { id: 'state-2', name: 'Ikeja II', votes: empty },
    ].map(({ id, name, votes }, index) => ({
      constituency: { id, name, code: index + 1, state: 'Lagos' },
      coverage: election.coverage,
      verified: votes,
      provisional: votes,
      leading: { verified: index === 0 ? 'APC' : null, provisional: index === 0 ? 'APC' : null },
    })),
    asOf: AS_OF,
  };
  const calls = {
    'GET /elections': () => ok(ElectionList, { elections: [assembly], total: 1 }),
    'GET /live/constituencies': () => ok(LiveConstituencies, answer),
  };

  it('say who leads and by how much, and a dash where nothing is counted', async () => {
    open('/live-results?rows=constituency', calls);
    const table = await screen.findByRole('table', { name: 'By state constituency, verified votes' });
    await within(table).findByRole('row', { name: /Ikeja II / });
    const cells = (name: RegExp) =>
      within(within(table).getByRole('row', { name }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(cells(/Ikeja I /).slice(1, 4)).toEqual(['APC', '300', '100']);
    expect(cells(/Ikeja II /).slice(1, 4)).toEqual(['–', '–', '–']);
  });

  it('are offered only where the election returns one winner in each', async () => {
    open('/live-results', calls);
    expect(await screen.findByRole('radio', { name: 'State constituencies' })).toBeInTheDocument();
  });

  it('are not offered for a presidential election', async () => {
    open('/live-results?rows=constituency');
    expect(await screen.findByRole('radio', { name: 'Zones' })).toBeChecked();
    expect(screen.queryByRole('radio', { name: /constituencies/ })).not.toBeInTheDocument();
  });
});
