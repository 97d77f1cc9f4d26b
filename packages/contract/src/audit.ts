/**
 * Every event that a write may leave in the audit log. `action` is what the log's filter and table show;
 * `resource` is the kind of record the entry's resourceId names.
 */
export const AUDIT_EVENTS = {
  'auth.signed_in': { action: 'User Login', resource: 'session' },
  'auth.sign_in_failed': { action: 'Login Failed', resource: 'user' },
  'auth.code_sent': { action: 'Verification Code Sent', resource: 'user' },
  'auth.locked': { action: 'Account Locked', resource: 'user' },
  'auth.refreshed': { action: 'Session Renewed', resource: 'session' },
  'auth.refresh_reused': { action: 'Session Ended (Token Re-used)', resource: 'session' },
  'auth.signed_out': { action: 'User Logout', resource: 'session' },
  'auth.reset_requested': { action: 'Password Reset Requested', resource: 'user' },
  'auth.reset_failed': { action: 'Password Reset Failed', resource: 'user' },
  'auth.password_reset': { action: 'Password Reset', resource: 'user' },
  'auth.password_changed': { action: 'Password Changed', resource: 'user' },
  'user.created': { action: 'User Created', resource: 'user' },
  'user.status_changed': { action: 'User Status Changed', resource: 'user' },
  'election.created': { action: 'Election Created', resource: 'election' },
  'election.updated': { action: 'Election Updated', resource: 'election' },
  'election.deleted': { action: 'Election Deleted', resource: 'election' },
  'election.transitioned': { action: 'Election Status Changed', resource: 'election' },
  'election_mode.changed': { action: 'Election Mode Changed', resource: 'election_mode' },
  'file.uploaded': { action: 'File Uploaded', resource: 'file' },
  'result.submitted': { action: 'Result Submitted', resource: 'result' },
  'result.verified': { action: 'Result Verified', resource: 'result' },
  'result.returned': { action: 'Result Returned', resource: 'result' },
  'result.disputed': { action: 'Result Disputed', resource: 'result' },
  'result.cancelled': { action: 'Result Cancelled', resource: 'result' },
  'geography.renamed': { action: 'Location Renamed', resource: 'location' },
  'geography.added': { action: 'Location Added', resource: 'location' },
  'geography.deleted': { action: 'Location Deleted', resource: 'location' },
  'geography.imported': { action: 'Register Imported', resource: 'location' },
  'notification.read': { action: 'Notification Read', resource: 'notification' },
  'stream.opened': { action: 'Stream Opened', resource: 'session' },
  'settings.updated': { action: 'Settings Updated', resource: 'settings' },
  'system.rehearsal_loaded': { action: 'Rehearsal Loaded', resource: 'system' },
} as const;

export type AuditEvent = keyof typeof AUDIT_EVENTS;
