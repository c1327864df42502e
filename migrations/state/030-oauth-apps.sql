-- What was allowed to an app, by the app: asked for before its document is fetched, and before something that it asked for is done.
create index oauth_record_client on oauth_record (client_id, kind);
