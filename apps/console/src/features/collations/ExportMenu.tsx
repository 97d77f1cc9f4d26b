import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';

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
