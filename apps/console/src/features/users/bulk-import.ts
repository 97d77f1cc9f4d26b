import { type ComponentType, lazy } from 'react';

type BulkImportDialog = ComponentType<{ opened: boolean; onClose: () => void }>;

const found = import.meta.glob<BulkImportDialog>('./BulkImport.tsx', { import: 'BulkImport' })['./BulkImport.tsx'];

export const BulkImport = found && lazy(async () => ({ default: await found() }));
