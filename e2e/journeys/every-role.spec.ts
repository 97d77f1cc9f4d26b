import { menuFor } from '@ec/contract/access';
import { DEFAULT_LEVELS } from '@ec/contract/permissions';
import { ROLE_IDS } from '@ec/contract/roles';
import { findRoute } from '@ec/contract/routes';
import { DASHBOARD } from '../pages/dashboard.ts';
import { Shell } from '../pages/shell.ts';
import { accountOf } from '../support/accounts.ts';
import { expectGoodScreen, expectNoSidewaysScroll } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

/** Pages that axe has seen at this size; what differs by role on them is seen by the journeys of those roles. */
const seen = new Set<string>();

for (const role of ROLE_IDS) {
  test(`${role} opens every item of the menu`, async ({ people }, { project }) => {
    const page = await people.enter(accountOf(role));
    const shell = new Shell(page);
    const menu = menuFor({ role, levels: DEFAULT_LEVELS[role], electionMode: true, privileges: null });
    expect(await shell.items()).toEqual(menu.map(({ label }) => label));
    for (const { label, path } of menu) {
      await shell.go(label);
      const title = findRoute(path)?.title ?? label;
      await expect(shell.title(path === '/dashboard' ? DASHBOARD : title)).toBeVisible();
      await expect(page.getByRole('banner').getByText('Rehearsal', { exact: true })).toBeVisible();
      // A dashboard is each role's own.
      const key = `${project.name} ${path} ${path === '/dashboard' ? role : ''}`;
      if (seen.has(key)) await expectNoSidewaysScroll(page);
      else await expectGoodScreen(page);
      seen.add(key);
    }
  });
}
