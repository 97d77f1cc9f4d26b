-- Entries and links are bounded by their bytes as well as by their number: a jsonb of 1,000 bytes can be a text of megabytes.

-- Each value is measured as the text that is linked. The size in which a value is stored says nothing: a number of 12 bytes is
-- up to 131,072 digits long. Measuring an honest entry takes 2 us of the 30 that adding it takes.
alter table audit_entries drop constraint audit_entries_length;
alter table audit_entries add constraint audit_entries_length check (session is null or (
  octet_length(event) <= 100 and octet_length(resource_id) <= 200 and octet_length(ip) <= 45
  and octet_length(user_agent) <= 1600
  and octet_length(previous_values::text) <= 1048576 and octet_length(new_values::text) <= 1048576)) not valid;

-- How long the written form is, so that whoever reads many entries knows before how much they are. Null in links of before.
alter table audit_links add column bytes integer;

-- As in 0016, but a call ends once it has linked 16 MB, and writes out one entry at a time. `more`: entries may wait.
drop function audit_link(integer);
create function audit_link(most integer, out busy boolean, out linked integer, out head bigint, out more boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  stand public.audit_chain;
  given bigint;
  writers text[];
  settled bigint;
  batch constant integer := greatest(1, least(coalesce(most, 1), 5000));
  most_bytes constant integer := 16777216;
  entry record;
  written bytea;
  bytes bigint := 0;
  last_hash bytea;
  ids bigint[] := '{}';
  hashes bytea[] := '{}';
  lengths integer[] := '{}';
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'audit_link: the transaction must be read committed' using errcode = 'invalid_transaction_state';
  end if;
  busy := false;
  linked := 0;
  more := false;
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
    select e.id, e.created_at, e.event, e.resource_id, e.user_id, e.area_id, e.ip, e.user_agent, e.previous_values,
        e.new_values, e.session
      from public.audit_entries e
      where e.id > stand.linked_through
        and not exists (select from public.audit_links l where l.entry_id = e.id and l.entry_id > stand.linked_through)
      order by e.id limit batch
  loop
    linked := linked + 1;
    -- The written form of docs/audit-chain.md: to_json writes a text as JSON.stringify does, and an array without blanks.
    -- Made here and not in the query, which is read 50 rows ahead.
    written := convert_to(array_to_json(array[(stand.position + linked)::text, entry.id::text,
        to_char(timezone('UTC', entry.created_at), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), entry.event, entry.resource_id,
        entry.user_id::text, entry.area_id::text, entry.ip, entry.user_agent, entry.previous_values::text, entry.new_values::text]
      || case when entry.session is null then '{}' else array[entry.session] end)::text, 'UTF8');
    last_hash := sha256(last_hash || written);
    ids := ids || entry.id;
    hashes := hashes || last_hash;
    lengths := lengths || octet_length(written);
    bytes := bytes + octet_length(written);
    exit when bytes >= most_bytes;
  end loop;
  more := linked = batch or bytes >= most_bytes;
  if linked > 0 then
    insert into public.audit_links (position, entry_id, hash, event, resource_id, user_id, area_id, ip, created_at, bytes)
      select stand.position + n.place, e.id, n.hash, e.event, e.resource_id, e.user_id, e.area_id, e.ip, e.created_at, n.bytes
      from unnest(ids, hashes, lengths) with ordinality as n (id, hash, bytes, place)
      join public.audit_entries e on e.id = n.id order by n.place;
    head := stand.position + linked;
  end if;
  if more then
    settled := least(settled, ids[linked]);
  end if;
  if not stand.marked_open && writers then
    update public.audit_chain set linked_through = greatest(linked_through, settled), marked = given, marked_open = writers;
  end if;
end $$;
revoke all on function audit_link(integer) from public;
