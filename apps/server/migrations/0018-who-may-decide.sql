-- Who may decide on a result: nobody who could have sent it.

-- Whether a person signed in on the device that sent a version.
create index sessions_device on sessions (user_id, device) where device is not null;
alter table result_versions add column device bytea constraint result_versions_device_is_sha256 check (octet_length(device) = 32);

-- Acts that let a person sign in to somebody else's account: each is a row, written in the transaction of the act. Append-only.
create table account_controls (
  id bigint generated always as identity primary key,
  -- Whose account.
  user_id uuid not null constraint account_controls_user references users (id),
  -- Who acted. Of an approved request this is the person who asked for it: they chose the phone number.
  by_user_id uuid not null constraint account_controls_by references users (id),
  act text not null constraint account_controls_act check (act in ('created', 'invited', 'password_set', 'phone_changed')),
  -- By the clock that elections.created_at is set by.
  at timestamptz not null default now()
);
create index account_controls_user_id on account_controls (user_id, by_user_id, at);
create index account_controls_by_user_id on account_controls (by_user_id);
create trigger account_controls_append_only before update or delete or truncate on account_controls
  for each statement execute function refuse_change();

-- Who gave the invite code that is open: the code is shown to them alone.
alter table users add column invited_by uuid constraint users_invited_by references users (id);
create index users_invited_by on users (invited_by) where invited_by is not null;

-- What the log and the requests say of accounts that there are. The log names for a change by request the person who approved
-- it; both count here.
insert into account_controls (user_id, by_user_id, act, at)
select u.id, b.id, c.act, c.at
from (
  select resource_id as user_id, user_id as by_user_id, at, case event
      when 'auth.password_reset_by_admin' then 'password_set'
      when 'user.updated' then 'phone_changed'
      else 'created' end as act
  from (
    select event, resource_id, user_id, created_at as at, new_values from audit_entries
    where event in ('user.created', 'moderator.created', 'auth.password_reset_by_admin', 'user.updated')
  ) e where event <> 'user.updated' or new_values ? 'phone'
  union all
  select imported.id, e.user_id, e.created_at, 'created'
  from audit_entries e cross join lateral jsonb_array_elements_text(e.new_values -> 'userIds') as imported (id)
  where e.event = 'user.imported' and jsonb_typeof(e.new_values -> 'userIds') = 'array'
  union all
  select target_user_id::text, requester_id, created_at, 'created' from approval_requests where type = 'USER_REGISTRATION'
  union all
  select target_user_id::text, requester_id, decided_at, 'phone_changed' from approval_requests
  where type in ('DATA_MODIFICATION', 'ROLE_CHANGE') and status = 'APPROVED'
    and user_data ->> 'phone' is distinct from previous_data ->> 'phone'
) c
join users u on u.id::text = c.user_id
join users b on b.id = c.by_user_id
order by c.at;

update users u set invited_by = (
  select c.by_user_id from account_controls c where c.user_id = u.id order by c.id desc limit 1)
where u.invite_code is not null;
