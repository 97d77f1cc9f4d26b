import { type ComponentType, lazy } from 'react';

type BulkImportDialog = ComponentType<{ opened: boolean; onClose: () => void }>;

const found = import.meta.glob<BulkImportDialog>('./BulkImport.tsx', { import: 'BulkImport' })['./BulkImport.tsx'];

/** Its own chunk, which few ever load; undefined in a build that leaves the import out, and then it is not offered. */
export const BulkImport = found && lazy(async () => ({ default: await found() }));
