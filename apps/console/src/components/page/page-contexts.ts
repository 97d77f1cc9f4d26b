import { createContext, type ReactNode } from 'react';

/** A button of another feature, after the page's own actions. The application provides it: features do not import each other. */
export const PageActions = createContext<ReactNode>(null);

/** The link to the help about the page that is open; the app knows which that is. */
export const PageHelp = createContext<ReactNode>(null);
