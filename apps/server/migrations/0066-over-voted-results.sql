-- The few sheets that await review though none can be verified: the test of a declaration reads them with each change of the count.
create index results_over_voted on results (election_id, source, polling_unit_id)
  where status = 'pending' and 'OVER_VOTING' = any (flags);
