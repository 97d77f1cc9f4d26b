-- Whose results were sent from the device of a reader: asked whenever a dashboard counts what its reader may decide.
create index sessions_of_device on sessions (device) where device is not null;
