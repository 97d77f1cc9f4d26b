import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ExportFormat, GainsTable } from '@ec/contract/collations/exports';
import type { Collation, CollationConstituency } from '@ec/contract/collations/schemas';
import { download } from '../../lib/http/downloads.ts';
import type { AreaChoice } from './api.ts';
import { formName } from './labels.ts';

export interface ExportChoice {
  label: string;
  run: () => Promise<unknown>;
}

/** The files that a screen can be saved as; what runs is shown with its progress among the downloads. */
export function ExportMenu({ choices }: { choices: readonly ExportChoice[] }) {
  const save = useMutation({ mutationFn: ({ run }: ExportChoice) => run() });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} loading={save.isPending}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((choice) => (
          <Menu.Item key={choice.label} onClick={() => save.mutate(choice)}>
            {choice.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** A file named by its parts; the names of places may hold blanks and slashes. */
function fileName(what: string, area: string, constituency: string | undefined, end: string): string {
  const part = constituency && `-${constituency.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`;
  return `${what}-${area}${part ?? ''}${end}`;
}

const GAINS: readonly { label: string; format: ExportFormat; table: GainsTable }[] = [
  { label: 'Workbook (XLSX)', format: 'xlsx', table: 'parts' },
  { label: 'By form (CSV)', format: 'csv', table: 'forms' },
  { label: 'By place (CSV)', format: 'csv', table: 'places' },
  { label: 'Each change (CSV)', format: 'csv', table: 'parts' },
];

/** Gains and losses of an area as files. */
export const gainsExports = (choice: AreaChoice, constituency: CollationConstituency): ExportChoice[] =>
  GAINS.map(({ label, format, table }) => ({
    label,
    run: () =>
      download(
        'GET /collations/gains/export',
        {
          title: ['Gains and losses by form', constituency?.name].filter(Boolean).join(', '),
          fileName: fileName('gains-and-losses', choice.area, constituency?.name, `-${table}.${format}`),
        },
        { query: { ...choice, format, table } },
      ),
  }));

const FORM: readonly { label: string; format: ExportFormat }[] = [
  { label: 'Workbook (XLSX)', format: 'xlsx' },
  { label: 'CSV', format: 'csv' },
];

/** The rows of a form beside our own figures as files. */
export const formExports = (form: Collation): ExportChoice[] =>
  FORM.map(({ label, format }) => ({
    label,
    run: () =>
      download(
        'GET /collations/:id/export',
        {
          title: `${formName(form)}, with our own figures`,
          fileName: fileName(form.formCode, form.areaCode, form.constituency?.name, `.${format}`),
        },
        { params: { id: form.id }, query: { format } },
      ),
  }));
