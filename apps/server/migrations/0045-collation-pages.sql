-- Pages that were added to a version after it was sent. Null for those that came with it.
alter table collation_photos
  add column added_by uuid constraint collation_photos_added_by references users (id),
  add column added_at timestamptz,
  add constraint collation_photos_added check ((added_by is null) = (added_at is null));
create index collation_photos_added_by on collation_photos (added_by) where added_by is not null;
