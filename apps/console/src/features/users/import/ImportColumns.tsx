import type { FileImportRole } from '@ec/contract/users/import';
import styles from './import.module.css';

/** What the file has to hold, in words. */
export function ImportColumns({ role }: { role: FileImportRole }) {
  const ward = role === 'ward_admin';
  return (
    <details>
      <summary className="fold medium">What the file has to hold</summary>
      The first line names the columns, in any order and case; other columns are passed over.
      <ul className={styles.columns}>
        <li>
          <code>name</code>: the full name
        </li>
        <li>
          <code>phone</code>: a Nigerian mobile number, like 0803 123 4567
        </li>
        <li>
          <code>{ward ? 'ward_code' : 'pu_code'}</code>: INEC's code of the {ward ? 'ward' : 'polling unit'}, like{' '}
          {ward ? '24-11-05' : '24-11-05-003'}; or in its place{' '}
          <code>{ward ? 'state, lga, ward' : 'state, lga, ward, polling_unit'}</code> with the names
        </li>
        <li>
          <code>email</code>: may be left out
        </li>
      </ul>
    </details>
  );
}
