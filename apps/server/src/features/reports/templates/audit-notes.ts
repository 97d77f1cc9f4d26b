import { auditTitle, statementOf } from '@ec/contract/review-audits/words';
import type { Db } from '../../../platform/database/database.ts';
import type { Formats } from '../../../platform/runtime/format.ts';
import type { ElectionRow } from '../../elections/queries.ts';
import { auditsOf } from '../../second-entry/review-audit-answers.ts';
import type { ReportDocument } from '../documents/document.ts';

/**
 * What the audits of our own reviewing found, for every report that prints totals of the elections. All of them are printed, so that none is drawn until one
 * looks well.
 */
export async function auditNotes(
  db: Db,
  elections: readonly (ElectionRow | undefined)[],
  formats: Formats,
): Promise<Required<Pick<ReportDocument, 'notes'>>> {
  const named = elections.filter((election) => election !== undefined);
  const notes = await Promise.all(
    named.map(async ({ id, name }) =>
      (await auditsOf(db, id)).toReversed().map((audit) => {
        const of = named.length > 1 ? ` of ${name}` : '';
        const moment = (at: string) => formats.exact(new Date(at));
        const until = audit.closed ? ` Closed ${moment(audit.closed.at)}.` : '';
        return {
          label: `Review audit ${audit.number}`,
          text: `${auditTitle(audit)}${of}. ${statementOf(audit, moment)}${until}`,
        };
      }),
    ),
  );
  return { notes: notes.flat() };
}
