-- Linking is done by the database itself. The application's role may add entries, read, and call audit_link(); it cannot say
-- what is linked, nor move the head, nor give an entry another time or session (platform/database-roles.ts, docs/adr/0038).

-- Through which session of the database an entry came: role, process, address, transaction, application. A plain expression:
-- each submission pays for it. Entries of earlier versions have none, and keep the written form without it.
alter table audit_entries add column session text;
alter table audit_entries alter column session set default
  quote_ident(session_user) || ' ' || pg_backend_pid() || ' ' || coalesce(host(inet_client_addr()), 'local') || ' '
    || pg_current_xact_id()::text || ' ' || current_setting('application_name');

-- No entry is longer than can be linked: indexes of links take 2.7 kB, a text 1 GB. Honest values hold 400 kB at most, the ids
-- of 10,000 people. Writing a value out costs 10 us, so one that is short and not compressed is taken for what it is. Entries of
-- before, which have no session, are let in whole, for a restore puts them back.
alter table audit_entries add constraint audit_entries_length check (session is null or (
  octet_length(event) <= 100 and octet_length(resource_id) <= 200 and octet_length(ip) <= 45
  and octet_length(user_agent) <= 1600
  and (pg_column_size(previous_values) <= 1000 and pg_column_compression(previous_values) is null
    or octet_length(previous_values::text) <= 1048576)
  and (pg_column_size(new_values) <= 1000 and pg_column_compression(new_values) is null
    or octet_length(new_values::text) <= 1048576))) not valid;

alter table audit_chain
  -- Entries with higher numbers have a session.
  add column sessions_after bigint not null default 0,
  -- A number that was given, and the transactions that could then still store an entry with it or one before.
  add column marked bigint not null default 0,
  add column marked_open text[] not null default '{}';
update audit_chain
  set sessions_after = coalesce(pg_sequence_last_value(pg_get_serial_sequence('audit_entries', 'id')::regclass), 0);

-- Links follow one another without a gap, and take the head and the blocks with them.
create function audit_links_follow() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  head bigint;
  first bigint;
  last bigint;
  added bigint;
begin
  select min(position), max(position), count(*) into first, last, added from links;
  if added = 0 then
    return null;
  end if;
  select position into head from public.audit_chain for update;
  if first <> head + 1 or last <> head + added then
    raise exception 'audit_links: links % to % do not follow the head at %', first, last, head
      using errcode = 'insufficient_privilege';
  end if;
  insert into public.audit_blocks as b (block, first_at, last_at)
    select block, min(created_at), max(created_at) from links group by block
    on conflict (block) do update set first_at = least(b.first_at, excluded.first_at),
      last_at = greatest(b.last_at, excluded.last_at);
  update public.audit_chain set position = last, hash = (select hash from links where position = last);
  return null;
end $$;
create trigger audit_links_follow after insert on audit_links referencing new table as links
  for each statement execute function audit_links_follow();
alter table audit_links enable always trigger audit_links_follow;

-- The head moves forward only, to a link that is there. `insert` is among the events so that a restore, which switches
-- triggers of inserts off, can put back what it was.
create function audit_chain_guard() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    if new.position >= old.position and new.linked_through >= old.linked_through
      and new.sessions_after = old.sessions_after
      and (new.linked_through = old.linked_through or new.linked_through <=
        pg_sequence_last_value(pg_get_serial_sequence('public.audit_entries', 'id')::regclass))
      and ((new.position, new.hash) = (old.position, old.hash)
        or exists (select from public.audit_links l where l.position = new.position and l.hash = new.hash))
    then
      return new;
    end if;
  end if;
  raise exception 'audit_chain: the head moves forward only, to a link that is there'
    using errcode = 'insufficient_privilege';
end $$;
create trigger audit_chain_guard before insert or update or delete on audit_chain
  for each row execute function audit_chain_guard();
create trigger audit_chain_kept before truncate on audit_chain for each statement execute function refuse_change();
alter table audit_chain enable always trigger audit_chain_guard;
alter table audit_chain enable always trigger audit_chain_kept;

-- A block's times only widen: too wide a block is looked through in vain, too narrow a one would hide entries.
create function audit_blocks_guard() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.block = old.block and new.first_at <= old.first_at and new.last_at >= old.last_at then
    return new;
  end if;
  raise exception 'audit_blocks: the times of a block only widen' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_blocks_guard before update on audit_blocks for each row execute function audit_blocks_guard();
create trigger audit_blocks_kept before delete or truncate on audit_blocks
  for each statement execute function refuse_change();
alter table audit_blocks enable always trigger audit_blocks_guard;
alter table audit_blocks enable always trigger audit_blocks_kept;

-- Links up to so many entries that have no link, in the order of their numbers, and moves the head; busy where another
-- session does so at this moment. It takes nothing from the caller but how many.
--
-- Entries get their numbers before they are committed, so a lower one may appear late: `linked_through` passes a number only
-- when no transaction is open any more that was open, and adding entries, after that number had been given. Each statement
-- needs to see what was committed before it, hence the isolation level.
create function audit_link(most integer, out busy boolean, out linked integer, out head bigint)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  stand public.audit_chain;
  given bigint;
  writers text[];
  settled bigint;
  entry record;
  last_hash bytea;
  ids bigint[] := '{}';
  hashes bytea[] := '{}';
  batch constant integer := greatest(1, least(coalesce(most, 1), 5000));
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'audit_link: the transaction must be read committed' using errcode = 'invalid_transaction_state';
  end if;
  busy := false;
  linked := 0;
  select * into stand from public.audit_chain for update skip locked;
  if not found then
    busy := true;
    return;
  end if;
  head := stand.position;
  given := coalesce(pg_sequence_last_value(pg_get_serial_sequence('public.audit_entries', 'id')::regclass), 0);
  if given <= stand.linked_through then
    return;
  end if;
  -- Read before the entries: a transaction that holds no lock by now has ended, and its entries are seen below.
  select coalesce(array_agg(distinct l.virtualtransaction), '{}') into writers from pg_locks l
    where l.locktype = 'relation' and l.relation = 'public.audit_entries'::regclass and l.mode = 'RowExclusiveLock'
      and l.database = (select d.oid from pg_database d where d.datname = current_database());
  settled := case when writers = '{}' then given when stand.marked_open && writers then 0 else stand.marked end;
  last_hash := stand.hash;
  for entry in
    select e.id, array[e.id::text, to_char(timezone('UTC', e.created_at), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.event,
        e.resource_id, e.user_id::text, e.area_id::text, e.ip, e.user_agent, e.previous_values::text, e.new_values::text]
        || case when e.session is null then '{}' else array[e.session] end as form
      from public.audit_entries e
      where e.id > stand.linked_through
        and not exists (select from public.audit_links l where l.entry_id = e.id and l.entry_id > stand.linked_through)
      order by e.id limit batch
  loop
    linked := linked + 1;
    -- The written form of docs/audit-chain.md: to_json writes a text as JSON.stringify does, and an array without blanks.
    last_hash := sha256(last_hash
      || convert_to(array_to_json((stand.position + linked)::text || entry.form)::text, 'UTF8'));
    ids := ids || entry.id;
    hashes := hashes || last_hash;
  end loop;
  if linked > 0 then
    insert into public.audit_links (position, entry_id, hash, event, resource_id, user_id, area_id, ip, created_at)
      select stand.position + n.place, e.id, n.hash, e.event, e.resource_id, e.user_id, e.area_id, e.ip, e.created_at
      from unnest(ids, hashes) with ordinality as n (id, hash, place)
      join public.audit_entries e on e.id = n.id order by n.place;
    head := stand.position + linked;
  end if;
  if linked = batch then
    settled := least(settled, ids[linked]);
  end if;
  if not stand.marked_open && writers then
    update public.audit_chain set linked_through = greatest(linked_through, settled), marked = given, marked_open = writers;
  end if;
end $$;
revoke all on function audit_link(integer) from public;

-- When what an alert is about was over by itself, so that it waits for nobody any more.
alter table alerts add column resolved_at timestamptz;
drop index alerts_open;
create index alerts_open on alerts (area_id) include (rule, source) where acknowledged_at is null and resolved_at is null;
