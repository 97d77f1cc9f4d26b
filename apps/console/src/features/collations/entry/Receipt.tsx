import type { BlankForm, CollationReceipt } from '@ec/contract/collations/schemas';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { CopyValue } from '../../../components/figure/CopyValue.tsx';
import { Fact, Facts } from '../../../components/figure/Facts.tsx';
import { Note } from '../../../components/page/Note.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { formatCount, formatExact } from '../../../lib/format/format.ts';
import { fieldWord } from '../../../domain/collations/words.ts';
import { formName } from '../labels.ts';

/** The places and fields of a flag, the first few by name. */
function where(at: readonly string[], names: ReadonlyMap<string, string>): string {
  const words = at.slice(0, 4).map((each) => names.get(each) ?? (each === 'totals' ? 'the totals' : fieldWord(each)));
  const more = at.length - words.length;
  return more > 0 ? `${words.join(', ')} and ${more} more` : words.join(', ');
}

interface ReceiptProps {
  receipt: CollationReceipt;
  form: BlankForm;
}

/** What the server has stored, with what it noted of it. */
export function Receipt({ receipt, form }: ReceiptProps) {
  const { submissionId, version, submittedAt, flags, photoSha256, digest } = receipt;
  const names = new Map(form.children.map(({ code, name }) => [code, name]));
  return (
    <div className="stack">
      <Note kind="ok" role="status">
        <strong>Received.</strong> The form waits for its review. You did not see our own figures, and you do not review
        it yourself.
      </Note>
      {flags.map(({ code, message, at }) => (
        <Note key={code} kind="warn">
          <strong>{message}</strong>
          <div>{code === 'NO_PHOTO' ? 'Open this form to add the photo later.' : where(at, names)}</div>
        </Note>
      ))}
      <Panel title="Receipt">
        <Facts>
          <Fact name="Form">{formName(form)}</Fact>
          <Fact name="Submission ID">
            <CopyValue value={submissionId} what="submission ID" />
          </Fact>
          <Fact name="Version">{version}</Fact>
          <Fact name="Received">{formatExact(submittedAt)}</Fact>
          <Fact name="Photos">{formatCount(photoSha256.length, 'page')}</Fact>
          <Fact name="Digest">
            <CopyValue value={digest} what="digest" first={16} />
          </Fact>
        </Facts>
      </Panel>
      <div className="row">
        <Button component={Link} to="/collations">
          All forms
        </Button>
        <Button variant="default" component={Link} to={`/collations/${receipt.id}`}>
          Open this form
        </Button>
      </div>
    </div>
  );
}
