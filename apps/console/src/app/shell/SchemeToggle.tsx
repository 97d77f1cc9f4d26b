import { ActionIcon, useComputedColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useThemeChoice } from '../../lib/session/theme-choice.ts';

export function SchemeToggle() {
  const { choose } = useThemeChoice();
  const scheme = useComputedColorScheme('light');
  const next = scheme === 'dark' ? 'light' : 'dark';
  const Icon = next === 'dark' ? IconMoon : IconSun;
  return (
    <ActionIcon variant="default" size="lg" aria-label={`Use ${next} colours`} onClick={() => choose(next)}>
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
