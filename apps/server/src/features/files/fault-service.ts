import type { FileId } from '@ec/contract/base/common';
import { NATION } from '@ec/contract/geography/location-id';
import { FileFault } from '../../platform/files/checked-files.ts';
import type { Platform } from '../../platform/http/context.ts';
import type { AuditOrigin } from '../../platform/audit/audit.ts';
import { AppError } from '../../platform/http/errors.ts';
import { systemWrite } from '../../platform/database/transact.ts';
import { raiseAlerts } from '../alerts/raise-service.ts';
import { changedFileAlert } from '../alerts/judge-rules.ts';
import { findFilePlace } from './queries.ts';

/** Raises an alert and leaves an audit entry, once for the file however often it is read. */
export async function noteFault(platform: Platform, origin: AuditOrigin, id: FileId, fault: FileFault): Promise<void> {
  await systemWrite(
    platform,
    async (write) => {
      const { areaId, unitCode } = await findFilePlace(write.tx, id);
      const place = areaId ?? NATION;
      const alert = changedFileAlert({ fileId: id, areaId: place, unitCode, kind: fault.kind });
      if ((await raiseAlerts(write, [alert])).length === 0) return;
      await write.audit({
        event: 'file.changed',
        resourceId: id,
        areaId: place,
        next: { fault: fault.kind, found: fault.message },
      });
    },
    { origin },
  );
}

/** Reads a stored file with its check; what is not as it was received is noted, and refused with FILE_CHANGED or FILE_LOST. */
export async function readOrNote<T>(
  platform: Platform,
  origin: AuditOrigin,
  id: FileId,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    await noteFault(platform, origin, id, error);
    throw new AppError(error.kind === 'changed' ? 'FILE_CHANGED' : 'FILE_LOST');
  }
}
