import { createContext, type ReactNode } from 'react';

/** The link to the help about the page that is open; the app knows which that is. */
export const PageHelp = createContext<ReactNode>(null);
