import { decideAccess } from '@ec/contract/access';
import { useAccessSubject } from '../../lib/session.ts';

/** Whether the reader may raise requests at this moment, and so answer about or withdraw those that they raised before. */
export function useMayRequest(): boolean {
  return decideAccess(useAccessSubject(), { module: 'user_management', level: 'write' }).allowed;
}
