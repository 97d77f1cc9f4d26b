import { useQueryClient } from '@tanstack/react-query';
import { ChangePasswordForm } from '../../domain/auth/ChangePasswordForm.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import styles from './account.module.css';

export function PasswordPanel() {
  const queryClient = useQueryClient();
  const changed = () => {
    notifySuccess('Password changed. You were signed out everywhere else.');
    void queryClient.invalidateQueries({ queryKey: ['account'] });
  };
  return (
    <Panel title="Password">
      <div className={styles.stack}>
        <p>When you change your password, your other sessions end. This one stays.</p>
        <div className={`${styles.wide} ${styles.form}`}>
          <ChangePasswordForm onChanged={changed} />
        </div>
      </div>
    </Panel>
  );
}
