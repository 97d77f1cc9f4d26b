import type { Source } from '@ec/contract/elections/schemas';
import type { UnusualMark } from '@ec/contract/unusual/schemas';
import { CHECK_WORDS, markWords } from '@ec/contract/unusual/words';
import type { ElectionId } from '@ec/contract/base/common';
import { alertOf, type NewAlert } from '../judge-rules.ts';

/** A marking of a check that raises alerts; once for a check and version. */
export function judgeMark(
  mark: UnusualMark,
  { electionId, source }: { electionId: ElectionId; source: Source },
): NewAlert {
  const { check, resultId, version, code, name, pollingUnitId } = mark;
  const { figure, comparison, explanation, next } = markWords(mark);
  const message = `${CHECK_WORDS[check]}: unit ${code} (${name}), ${source} count. ${figure} ${comparison} ${explanation} ${next}`;
  const about = { areaId: pollingUnitId, electionId, source, resultId, message };
  return alertOf('unusual_result', { ...about, what: [resultId, version, check] });
}
