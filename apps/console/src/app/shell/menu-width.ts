import { create } from 'zustand';

const KEY = 'ec-menu-collapsed';

/** Whether the menu beside the page shows icons alone, as chosen on this device. */
export const useMenuWidth = create<{ collapsed: boolean }>(() => ({ collapsed: localStorage.getItem(KEY) === 'true' }));

export function toggleMenuWidth(): void {
  const collapsed = !useMenuWidth.getState().collapsed;
  localStorage.setItem(KEY, String(collapsed));
  useMenuWidth.setState({ collapsed });
}
