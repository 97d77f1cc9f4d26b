-- Alerts in bulk: who resolved them, changes of many at once that can be undone, and snoozes; and notices that wait for a digest.
create table alert_batches (
  id uuid primary key,
  action text not null constraint alert_batches_action check (action in ('acknowledge', 'assign', 'resolve', 'snooze')),
  user_id uuid not null constraint alert_batches_user references users (id),
  changed integer not null,
  created_at timestamptz not null,
  undone_at timestamptz
);
create index alert_batches_user_id on alert_batches (user_id);

alter table alerts
  -- Null where the cause ended by itself.
  add column resolved_by uuid constraint alerts_resolved_by references users (id),
  -- The change of many that last changed the alert; null once something else has changed it, so that undoing leaves that.
  add column batch_id uuid constraint alerts_batch references alert_batches (id);
create index alerts_resolved_by on alerts (resolved_by) where resolved_by is not null;
create index alerts_batch_id on alerts (batch_id) where batch_id is not null;

-- The alerts as they stood before the change.
create table alert_batch_items (
  batch_id uuid not null constraint alert_batch_items_batch references alert_batches (id),
  alert_id uuid not null constraint alert_batch_items_alert references alerts (id),
  previous jsonb not null,
  primary key (batch_id, alert_id)
);
create index alert_batch_items_alert_id on alert_batch_items (alert_id);

-- An alert that one person does not want to see until then; others see it.
create table alert_snoozes (
  user_id uuid not null constraint alert_snoozes_user references users (id),
  alert_id uuid not null constraint alert_snoozes_alert references alerts (id),
  until timestamptz not null,
  batch_id uuid not null constraint alert_snoozes_batch references alert_batches (id),
  primary key (user_id, alert_id)
);
create index alert_snoozes_alert_id on alert_snoozes (alert_id);
create index alert_snoozes_batch_id on alert_snoozes (batch_id);
create index alert_snoozes_until on alert_snoozes (until);

-- Stored and listed, but not pushed or sent: its person has quiet hours or wants a digest, which counts it.
alter table notifications add column held boolean not null default false;
create index notifications_held on notifications (user_id, created_at) where held;
