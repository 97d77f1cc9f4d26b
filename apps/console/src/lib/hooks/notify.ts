import { create } from 'zustand';
import { errorMessage } from '../http/api-error.ts';

export interface Notice {
  kind: 'success' | 'error';
  title: string | undefined;
  message: string;
  /** Where the result of the act is to be seen. */
  link: { to: string; label: string } | undefined;
}

interface Notices {
  /** True once there has been one. */
  wanted: boolean;
  waiting: readonly Notice[];
}

/** Notices that wait to be shown. */
export const useNotices = create<Notices>(() => ({ wanted: false, waiting: [] }));

function add(notice: Notice) {
  useNotices.setState(({ waiting }) => ({ wanted: true, waiting: [...waiting, notice] }));
}

/** What has not been shown yet; each is given out once. */
export function takeNotices(): readonly Notice[] {
  const { waiting } = useNotices.getState();
  useNotices.setState({ waiting: [] });
  return waiting;
}

/** Shows a success for 6 seconds, longer under the pointer and with the focus, with a link to its result. */
export function notifySuccess(message: string, options: { title?: string; link?: { to: string; label: string } } = {}) {
  add({ kind: 'success', title: options.title, message, link: options.link });
}

/** Shows a failure that belongs to no field (an error, or a sentence) for 20 seconds, longer under the pointer and with the focus. */
export function notifyError(error: unknown, fallback?: string): void {
  const message = typeof error === 'string' ? error : errorMessage(error, fallback);
  add({ kind: 'error', title: fallback === message ? undefined : fallback, message, link: undefined });
}
