import type { Level, Module } from '@ec/contract/permissions/default-levels';
import type { Role } from '@ec/contract/permissions/roles';
import type { TestApp } from './harness.ts';

/** Sets what a role may do in a module, as the permissions page does. */
export async function setLevel(test: TestApp, role: Role, module: Module, level: Level): Promise<void> {
  await test.database.db
    .insertInto('role_permissions')
    .values({ role, module, level })
    .onConflict((conflict) => conflict.columns(['role', 'module']).doUpdateSet({ level }))
    .execute();
  test.app.platform.organisation.invalidate();
  test.app.platform.sessions.forget();
}
