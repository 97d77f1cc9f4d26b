import type { Me } from '@ec/contract/auth/schemas';
import { createContext } from 'react';

/** What dates on the screen were written by: time zone and date format. Readers render again when they change. */
export const FormatsContext = createContext('');

export const formatsKey = ({ timezone, dateFormat }: Me['system']): string => `${timezone} ${dateFormat}`;
