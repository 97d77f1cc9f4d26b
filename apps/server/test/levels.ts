import type { Level, ManagedRole, Module } from '@ec/contract/permissions';
import type { TestApp } from './harness.ts';

/** Sets what a role may do in a module, as the permissions page does. */
export async function setLevel(test: TestApp, role: ManagedRole, module: Module, level: Level): Promise<void> {
  await test.database.db
    .insertInto('role_permissions')
    .values({ role, module, level })
    .onConflict((conflict) => conflict.columns(['role', 'module']).doUpdateSet({ level }))
    .execute();
  test.app.platform.organisation.invalidate();
  test.app.platform.sessions.forget();
}
