import { ActionIcon, useComputedColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { afterPaint } from '../../lib/device/after-paint.ts';
import { useThemeChoice } from '../../lib/session/theme-choice.ts';

export function SchemeToggle() {
  const { choose } = useThemeChoice();
  const shown = useComputedColorScheme('light');
  const [pressed, setPressed] = useState<'light' | 'dark'>();
  const later = useMemo(() => afterPaint(), []);
  const next = (pressed ?? shown) === 'dark' ? 'light' : 'dark';
  const Icon = next === 'dark' ? IconMoon : IconSun;
  // The button answers the press; the whole page, which takes a phone some frames, follows.
  const change = () => {
    setPressed(next);
    later.ask(() => {
      choose(next);
      setPressed(undefined);
    });
  };
  return (
    <ActionIcon variant="default" size="lg" aria-label={`Use ${next} colours`} onClick={change}>
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
