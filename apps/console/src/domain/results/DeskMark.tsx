import type { DeskOrigin } from '@ec/contract/second-entry/desk';
import { DESK_FOR_OFFICER, deskWords, ORIGIN_WORDS } from '@ec/contract/second-entry/desk-words';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { Note } from '../../components/page/Note.tsx';

/** Beside a version that was entered from the photo at the desk, among other facts of its result. */
export const DeskChip = () => <StatusChip tone="info" label={ORIGIN_WORDS.desk} />;

/** The same as a line in a narrow place. */
export const DeskHint = ({ desk }: { desk: boolean }) => desk && <div className="hint">{ORIGIN_WORDS.desk}</div>;

/** Who had the version made and why; nothing for a version that its officer sent. The officer reads what to do instead. */
export function DeskNote({ desk, reader }: { desk: DeskOrigin | null; reader: string }) {
  if (!desk) return null;
  if (desk.officer.id === reader) return <Note kind="warn">{DESK_FOR_OFFICER}</Note>;
  return (
    <Note kind="info">
      <strong>
        {ORIGIN_WORDS.desk}: entered by {desk.typedBy.name}
      </strong>
      <div className="breaks">{deskWords(desk)}</div>
    </Note>
  );
}
