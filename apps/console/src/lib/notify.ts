import { notifications } from '@mantine/notifications';
import { createElement, type ReactNode } from 'react';
import { Link } from 'react-router';
import { errorMessage } from './api-error.ts';

interface NotifyOptions {
  title?: string;
  /** Where the result of the act is to be seen. */
  link?: { to: string; label: string };
}

function withLink(message: string, link: NotifyOptions['link']): ReactNode {
  return link ? [message, ' ', createElement(Link, { key: 'link', to: link.to }, link.label)] : message;
}

/** Tells of a success, briefly, with a link to its result. */
export function notifySuccess(message: string, { title, link }: NotifyOptions = {}): void {
  notifications.show({ title, message: withLink(message, link), color: 'accent', autoClose: 6000, role: 'status' });
}

/** Tells of a failure that belongs to no field; stays until it is closed. */
export function notifyError(error: unknown, fallback?: string): void {
  const message = typeof error === 'string' ? error : errorMessage(error, fallback);
  notifications.show({
    title: fallback && message !== fallback ? fallback : undefined,
    message,
    color: 'danger',
    autoClose: false,
    role: 'alert',
  });
}
