import type { ResultDetail } from '@ec/contract/results/schemas';
import { Link } from 'react-router';
import { Note } from '../../components/page/Note.tsx';
import styles from './ReviewPage.module.css';

/** Leads from a disputed result to what is said about it. */
export function DisputeNote({ result }: { result: ResultDetail }) {
  if (!result.disputeId) return null;
  return (
    <Note kind="bad">
      <strong>This result is in dispute.</strong>
      <div>Somebody above whoever raised it decides, here or in the dispute.</div>
      <Link to={`/disputes/${result.disputeId}`} className={styles.noteLink}>
        Open the dispute
      </Link>
    </Note>
  );
}
