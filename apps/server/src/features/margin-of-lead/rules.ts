import { isInside, type LocationId } from '@ec/contract/geography/location-id';
import { atLeast, type ModuleLevels } from '@ec/contract/permissions/default-levels';
import { type HeldPrivileges, holdsPrivilege, RESULT_DECIDING } from '@ec/contract/permissions/privileges';

interface Recorder {
  areas: readonly LocationId[];
  levels: ModuleLevels;
  privileges: Pick<HeldPrivileges, 'granted'> | null;
}

/** Whether the person records units of their area: who may dispute results may. */
export function mayRecord({ levels, privileges }: Omit<Recorder, 'areas'>): boolean {
  return (
    atLeast(levels.disputes, 'write') && RESULT_DECIDING.some((privilege) => holdsPrivilege({ privileges }, privilege))
  );
}

export function mayRecordUnit(person: Recorder, unit: LocationId): boolean {
  return mayRecord(person) && person.areas.some((area) => isInside(unit, area));
}
