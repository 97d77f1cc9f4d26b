import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { useQuery } from '@tanstack/react-query';
import { approvalQuery } from './api.ts';

/** The request as it stands now, not as it stood when its dialog was opened: others may decide meanwhile. */
export function useFresh(request: ApprovalRequest): ApprovalRequest {
  return useQuery(approvalQuery(request.id)).data ?? request;
}
