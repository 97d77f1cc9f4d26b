import { AlertPriority, AlertType, type RaiseAlertRequest } from '@ec/contract/alerts/schemas';
import { locationIdOf } from '@ec/contract/geography/location-id';
import { useEffect, useMemo, useState } from 'react';
import { narrowest, type Places, placesOf } from '../../domain/places/use-places.ts';
import { draftKeeper, dropDraft, loadDraft } from '../../lib/device/drafts.ts';

export type RaiseValues = Omit<RaiseAlertRequest, 'area'> & { area: Places };

function read(kept: Record<string, string>): Partial<RaiseValues> {
  const { title = '', message = '' } = kept;
  const area = locationIdOf(kept['area'] ?? '');
  const [type, priority] = [AlertType.safeParse(kept['type']).data, AlertPriority.safeParse(kept['priority']).data];
  return {
    title,
    message,
    ...(type && { type }),
    ...(priority && { priority }),
    ...(area !== undefined && { area: placesOf(area) }),
  };
}

/** The alert that a person is writing, kept on this device until it is raised or dropped. `null` until the device has answered. */
export function useRaiseDraft(userId: string) {
  const slot = `${userId}/alert`;
  const keeper = useMemo(() => draftKeeper(slot), [slot]);
  const [typed, setTyped] = useState<Partial<RaiseValues> | null>(null);
  useEffect(() => {
    let gone = false;
    void loadDraft(slot).then((kept) => {
      if (!gone) setTyped(kept ? read(kept.values) : {});
    });
    return () => {
      gone = true;
    };
  }, [slot]);
  return {
    typed,
    keep: ({ area, ...words }: RaiseValues) => keeper.saveWords({ ...words, area: String(narrowest(area) ?? '') }, {}),
    drop: () => void dropDraft(slot),
  };
}
