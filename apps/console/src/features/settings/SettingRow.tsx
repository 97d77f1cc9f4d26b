import { type SettingField, type SettingValue, valueText } from './setting-field.ts';
import styles from './settings.module.css';

/** A setting that is shown and not changed. */
export function SettingRow({ field, value }: { field: SettingField; value: SettingValue }) {
  return (
    <dl>
      <dt className={styles.label}>{field.label}</dt>
      <dd className={styles.value}>{valueText(field, value)}</dd>
      <dd className="hint">{field.help}</dd>
    </dl>
  );
}
