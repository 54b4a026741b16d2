-- Whether a message still has a file.
create index message_media_by_file on message_media (tenant_id, file_id);
