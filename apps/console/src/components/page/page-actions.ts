import { createContext, type ReactNode } from 'react';

/** A button of another feature, after the page's own actions. The application provides it: features do not import each other. */
export const PageActions = createContext<ReactNode>(null);
