import type { Me } from '@ec/contract/auth/schemas';
import { createContext } from 'react';

/** What dates on the screen were written by: time zone and date format. Whatever reads it is rendered anew when they change. */
export const FormatsContext = createContext('');

export const formatsKey = ({ timezone, dateFormat }: Me['system']): string => `${timezone} ${dateFormat}`;
